// Reads a worksheet as rows of text. A workbook (ECMA-376, xlsx) is a zip of XML parts.
import {
  attributeEntries,
  getAttribute,
  findChild,
  childElements,
  readXml,
  textContent,
  type PlainElement,
  type XmlElement,
} from '../../xml/tree.ts'
import type { FileError } from '../format.ts'
import { refuse, tooLarge } from '../report.ts'
import { MAX_TABLE_CELLS, MAX_TABLE_COLUMNS, MAX_TABLE_ROWS } from '../limits.ts'
import { toCellText, unescapeText, type CellLookup } from './cell.ts'
import { readPlainRow, readPlainString } from './plain.ts'
import { unzip } from './unzip.ts'

type Worksheet = { ok: true; isEmpty: boolean } | { ok: false; errors: FileError[] }
/** Rows are counted from 0. */
type TakeRow = (cells: readonly string[], row: number) => void
type Part = { ok: true; root: XmlElement } | { ok: false; errors: FileError[] }

/** All cells together. A small file can refer to one long text many times. */
const MAX_TEXT_LENGTH = 32 * 1024 * 1024
/** Built-in number formats that show a date or a time (ECMA-376, 18.8.30). */
const isTimeFormat = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)

/** Reads the sheet named Graphics or Subtitles, or the first one. */
export function readSheet(bytes: Uint8Array, takeRow: TakeRow): Worksheet {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    return refuse(
      'The workbook has a password or is in an old format. Save it as xlsx without a password',
    )
  const parts = unzip(bytes)
  if (typeof parts === 'string') return refuse(parts)
  const workbook = readPart(parts, 'xl/workbook.xml')
  if (!workbook.ok) return workbook
  const path = findSheetPath(workbook.root, parts)
  if (!path) return refuse('The workbook has no worksheet')
  const shared = readStrings(parts)
  const styles = readPart(parts, 'xl/styles.xml')
  if (!shared.ok) return shared
  if (parts['xl/styles.xml'] && !styles.ok) return styles
  const times = styles.ok ? readTimeStyles(styles.root) : []
  return readRows(parts, path, { lookup: { strings: shared.strings, times }, takeRow })
}

function readPart(
  parts: Record<string, Uint8Array>,
  path: string,
  handlers: Pick<NonNullable<Parameters<typeof readXml>[1]>, 'take' | 'plain'> = {},
): Part {
  const bytes = parts[path]
  if (!bytes) return refuse(`The workbook has no ${path}`)
  const xml = readXml(bytes, handlers)
  return xml.ok ? xml : refuse(`${path}: ${xml.error.message}`, xml.error, 'syntax')
}

function findSheetPath(
  workbook: XmlElement,
  parts: Record<string, Uint8Array>,
): string | undefined {
  const sheets = childElements(findChild(workbook, 'sheets') ?? workbook)
    .filter(({ name }) => name === 'sheet')
    .slice(0, 1000)
  const relations = readPart(parts, 'xl/_rels/workbook.xml.rels')
  const paths = sheets
    .map((sheet, index) => {
      const id = [...attributeEntries(sheet)].find(([key]) =>
        key.endsWith('/relationships id'),
      )?.[1]
      const target = relations.ok
        ? childElements(relations.root).find((relation) => getAttribute(relation, 'Id') === id)
        : undefined
      const path = (target && getAttribute(target, 'Target')) ?? `worksheets/sheet${index + 1}.xml`
      return {
        name: getAttribute(sheet, 'name') ?? '',
        path: path.startsWith('/') ? path.slice(1) : `xl/${path}`,
      }
    })
    .filter(({ path }) => path.startsWith('xl/worksheets/'))
  return (paths.find(({ name }) => /^(graphics|subtitles)$/i.test(name.trim())) ?? paths[0])?.path
}

/** By index of the cell style: whether it shows a time. */
function readTimeStyles(styles: XmlElement): boolean[] {
  const own = new Map(
    childElements(findChild(styles, 'numFmts') ?? styles).map((format) => [
      getAttribute(format, 'numFmtId'),
      getAttribute(format, 'formatCode')?.slice(0, 255) ?? '',
    ]),
  )
  return childElements(findChild(styles, 'cellXfs') ?? styles).map((style) => {
    const id = getAttribute(style, 'numFmtId')
    const code = own.get(id)
    return code === undefined
      ? isTimeFormat(Number(id))
      : showsTime(code.replace(/"[^"]*(?:"|$)|\\.|\[(?!(?:h+|m+|s+)\])[^[\]]*\]/gi, ''))
  })
}

const showsTime = (code: string) => /[hsy]/i.test(code) || (/m/i.test(code) && /d/i.test(code))

type Strings = { ok: true; strings: string[] } | { ok: false; errors: FileError[] }

/** The texts that cells refer to. A workbook may have none. */
function readStrings(parts: Record<string, Uint8Array>): Strings {
  const strings: string[] = []
  const path = 'xl/sharedStrings.xml'
  if (!parts[path]) return { ok: true, strings }
  const xml = readPart(parts, path, {
    take: (element, depth) => {
      if (depth === 2) strings.push(readString(element))
      return depth === 2
    },
    plain: {
      element: 'si',
      read: readPlainString,
      take: ({ rows: [text] }, ancestors) => {
        if (ancestors.length === 1) strings.push(unescapeText(text!))
        return ancestors.length === 1
      },
    },
  })
  return xml.ok ? { ok: true, strings } : xml
}

type Sheet = {
  takeRow: TakeRow
  rows: number
  cells: number
  length: number
  isEmpty: boolean
  failure?: Failure | undefined
}
type Failure = ReturnType<typeof failAt>

/** Rows are read one by one, and none stays in memory as XML. */
function readRows(
  parts: Record<string, Uint8Array>,
  path: string,
  { lookup, takeRow }: { lookup: CellLookup; takeRow: TakeRow },
): Worksheet {
  const sheet: Sheet = { takeRow, rows: 0, cells: 0, length: 0, isEmpty: true }
  const isRow = (depth: number) => depth <= 3
  const xml = readPart(parts, path, {
    take: (element, depth) => {
      if (element.name !== 'row' || !isRow(depth)) return false
      sheet.failure ??= addRow(sheet, { ...element, toElement: () => element }, () =>
        readCells(element, lookup),
      )
      return true
    },
    plain: {
      element: 'row',
      read: (source, from, name) => readPlainRow(source, from, { name, lookup }),
      take: (element, ancestors) => {
        if (!isRow(ancestors.length + 1)) return false
        sheet.failure ??= addRow(sheet, element, () => element.rows)
        return true
      },
    },
  })
  if (!xml.ok) return xml
  return sheet.failure ?? { ok: true, isEmpty: sheet.isEmpty }
}

function addRow(
  sheet: Sheet,
  row: Pick<PlainElement, 'attributes' | 'toElement'>,
  read: () => readonly string[] | Failure,
): Failure | undefined {
  const number = Number(getAttribute(row, 'r') ?? sheet.rows + 1)
  if (number > MAX_TABLE_ROWS)
    return failAt(row.toElement(), `The sheet has more than ${MAX_TABLE_ROWS} rows`)
  if (!(number > sheet.rows))
    return failAt(row.toElement(), 'The rows of the sheet are out of order')
  const cells = read()
  if ('ok' in cells) return cells
  for (; sheet.rows < number - 1; sheet.rows++) sheet.takeRow([], sheet.rows)
  sheet.takeRow(cells, sheet.rows++)
  sheet.cells += cells.length
  for (const text of cells) {
    sheet.length += text.length
    if (text) sheet.isEmpty = false
  }
  if (sheet.cells > MAX_TABLE_CELLS)
    return failAt(row.toElement(), `The sheet has more than ${MAX_TABLE_CELLS} cells`)
  return sheet.length > MAX_TEXT_LENGTH
    ? failAt(row.toElement(), 'The sheet has too much text')
    : undefined
}

function readCells(row: XmlElement, lookup: CellLookup): string[] | Failure {
  const cells: string[] = []
  for (const cell of childElements(row)) {
    if (cell.name !== 'c') continue
    const column = parseColumn(getAttribute(cell, 'r')) ?? cells.length
    const text = readCell(cell, lookup)
    if (column >= MAX_TABLE_COLUMNS && text)
      return failAt(cell, `The sheet has more than ${MAX_TABLE_COLUMNS} columns`)
    if (column >= MAX_TABLE_COLUMNS) continue
    while (cells.length < column) cells.push('')
    cells[column] = text
  }
  return cells
}

const failAt = (element: XmlElement, message: string) => tooLarge(message, element)

/** The column of a cell reference: AB12 is 27, counted from 0. */
function parseColumn(reference: string | undefined): number | undefined {
  const [, letters] = /^([A-Z]{1,3})[0-9]+$/.exec(reference ?? '') ?? []
  return letters
    ? Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    : undefined
}

function readCell(cell: XmlElement, lookup: CellLookup): string {
  const [inline, value] = [findChild(cell, 'is'), findChild(cell, 'v')]
  if (inline) return readString(inline)
  return toCellText(
    {
      kind: getAttribute(cell, 't') ?? 'n',
      raw: value ? textContent(value) : '',
      style: Number(getAttribute(cell, 's') ?? 0),
    },
    lookup,
  )
}

/** Plain text of a string, rich or not, without phonetic runs. */
const readString = (string: XmlElement): string =>
  unescapeText(
    childElements(string)
      .filter(({ name }) => name === 't' || name === 'r')
      .map((run) =>
        run.name === 't'
          ? textContent(run)
          : childElements(run)
              .filter(({ name }) => name === 't')
              .map(textContent)
              .join(''),
      )
      .join(''),
  )
