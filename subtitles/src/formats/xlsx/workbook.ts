// A worksheet as rows of text, from and to a workbook of ECMA-376 (xlsx), which is a zip of XML
// parts.
import { unzipSync, zipSync } from 'fflate'
import { formatTimecode } from '../../cue.ts'
import {
  getAttribute,
  findChild,
  childElements,
  readXml,
  textContent,
  type XmlElement,
} from '../../xml/tree.ts'
import { escapeXml, writeElement, encodeXml } from '../../xml/write.ts'
import type { FileError } from '../format.ts'

export type Sheet = { ok: true; rows: string[][] } | { ok: false; errors: FileError[] }
type Part = { ok: true; root: XmlElement } | { ok: false; errors: FileError[] }

const [MOST_BYTES, MOST_ROWS, MOST_COLUMNS, MOST_PARTS] = [64 * 1024 * 1024, 100_000, 64, 2000]
const DAY = 86_400_000
/** Built-in number formats that show a date or a time (ECMA-376, 18.8.30). */
const isTimeFormat = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** Reads the sheet named Graphics or Subtitles, or the first one. */
export function readSheet(bytes: Uint8Array): Sheet {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    return refused(
      'The workbook has a password or is in an old format. Save it as xlsx without a password',
    )
  const parts = unzip(bytes)
  if (typeof parts === 'string') return refused(parts)
  const workbook = part(parts, 'xl/workbook.xml')
  if (!workbook.ok) return workbook
  const path = sheetPath(workbook.root, parts)
  const sheet = path ? part(parts, path) : refused('The workbook has no worksheet')
  if (!sheet.ok) return sheet
  const shared = parts['xl/sharedStrings.xml'] ? part(parts, 'xl/sharedStrings.xml') : undefined
  const styles = parts['xl/styles.xml'] ? part(parts, 'xl/styles.xml') : undefined
  if (shared && !shared.ok) return shared
  if (styles && !styles.ok) return styles
  return rowsOf(sheet.root, {
    strings: shared ? childElements(shared.root).map(stringOf) : [],
    times: styles ? timeStyles(styles.root) : [],
  })
}

const refused = (message: string): { ok: false; errors: FileError[] } => ({
  ok: false,
  errors: [{ line: 1, column: 1, message }],
})

/** Unpacks only the parts that are read, up to their declared sizes. */
function unzip(bytes: Uint8Array): Record<string, Uint8Array> | string {
  let [size, count] = [0, 0]
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const wanted =
          /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/.test(
            name,
          )
        if (wanted) [size, count] = [size + originalSize, count + 1]
        return wanted && size <= MOST_BYTES && count <= MOST_PARTS
      },
    })
    return size > MOST_BYTES || count > MOST_PARTS ? 'The workbook is too large' : parts
  } catch {
    return 'The file is not a workbook (xlsx), or it is damaged'
  }
}

function part(parts: Record<string, Uint8Array>, path: string): Part {
  const bytes = parts[path]
  if (!bytes) return refused(`The workbook has no ${path}`)
  const xml = readXml(bytes)
  return xml.ok
    ? xml
    : { ok: false, errors: [{ ...xml.error, message: `${path}: ${xml.error.message}` }] }
}

function sheetPath(workbook: XmlElement, parts: Record<string, Uint8Array>): string | undefined {
  const sheets = childElements(findChild(workbook, 'sheets') ?? workbook)
    .filter(({ name }) => name === 'sheet')
    .slice(0, 1000)
  const relations = part(parts, 'xl/_rels/workbook.xml.rels')
  const paths = sheets
    .map((sheet, index) => {
      const id = [...sheet.attributes].find(([key]) => key.endsWith('/relationships id'))?.[1]
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
function timeStyles(styles: XmlElement): boolean[] {
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
      : /[hsy]|m.*d|d.*m/i.test(code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, ''))
  })
}

function rowsOf(sheet: XmlElement, known: { strings: string[]; times: boolean[] }): Sheet {
  const rows: string[][] = []
  for (const row of childElements(findChild(sheet, 'sheetData') ?? sheet).filter(
    ({ name }) => name === 'row',
  )) {
    const at = Number(getAttribute(row, 'r') ?? rows.length + 1)
    if (!(at > rows.length && at <= MOST_ROWS))
      return {
        ok: false,
        errors: [
          {
            line: row.line,
            column: row.column,
            message:
              at > MOST_ROWS
                ? `The sheet has more than ${MOST_ROWS} rows`
                : 'The rows of the sheet are out of order',
          },
        ],
      }
    while (rows.length < at) rows.push([])
    const cells = rows.at(-1)!
    for (const cell of childElements(row).filter(({ name }) => name === 'c')) {
      const column = columnOf(getAttribute(cell, 'r')) ?? cells.length
      const text = cellOf(cell, known)
      if (column >= MOST_COLUMNS && text)
        return {
          ok: false,
          errors: [
            {
              line: cell.line,
              column: cell.column,
              message: `The sheet has more than ${MOST_COLUMNS} columns`,
            },
          ],
        }
      if (column >= MOST_COLUMNS) continue
      while (cells.length < column) cells.push('')
      cells[column] = text
    }
  }
  const last = rows.findLastIndex((cells) => cells.some(Boolean))
  return { ok: true, rows: rows.slice(0, last + 1) }
}

/** The column of a cell reference: AB12 is 27, counted from 0. */
function columnOf(reference: string | undefined): number | undefined {
  const [, letters] = /^([A-Z]{1,3})[0-9]+$/.exec(reference ?? '') ?? []
  return letters
    ? Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    : undefined
}

function cellOf(
  cell: XmlElement,
  { strings, times }: { strings: string[]; times: boolean[] },
): string {
  const [kind, inline, value] = [
    getAttribute(cell, 't') ?? 'n',
    findChild(cell, 'is'),
    findChild(cell, 'v'),
  ]
  if (inline) return stringOf(inline)
  const said = value ? textContent(value) : ''
  if (kind === 's') return strings[Number(said)] ?? ''
  if (kind === 'b') return said === '1' ? 'TRUE' : 'FALSE'
  if (kind !== 'n' || said.trim() === '') return unescaped(said)
  const number = Number(said)
  if (!Number.isFinite(number)) return said
  if (times[Number(getAttribute(cell, 's') ?? 0)] && number >= 0 && number < 100)
    return formatTimecode(Math.round(number * DAY))
  // Spreadsheets store 0.1 + 0.2 with 17 digits but show 15.
  return String(Number(number.toPrecision(15)))
}

/** Plain text of a string, rich or not, without phonetic runs. */
const stringOf = (string: XmlElement): string =>
  unescaped(
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
const unescaped = (text: string) =>
  text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replace(/\r\n?/g, '\n')
const escaped = (text: string) =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(
      /[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )

/**
 * A workbook with one sheet. The first row is a bold, frozen header. All cells are text, so that no
 * formula runs.
 */
export function writeSheet(rows: readonly (readonly string[])[]): Uint8Array {
  const files: Record<string, Uint8Array> = {
    '[Content_Types].xml': encodeXml(
      writeElement(
        'Types',
        { xmlns: `${PACKAGE}/content-types` },
        writeElement('Default', {
          Extension: 'rels',
          ContentType: 'application/vnd.openxmlformats-package.relationships+xml',
        }),
        writeElement('Default', { Extension: 'xml', ContentType: 'application/xml' }),
        ...[
          ['workbook', 'sheet.main'],
          ['worksheets/sheet1', 'worksheet'],
          ['styles', 'styles'],
        ].map(([name, kind]) =>
          writeElement('Override', {
            PartName: `/xl/${name}.xml`,
            ContentType: `application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml`,
          }),
        ),
      ),
    ),
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': encodeXml(
      writeElement(
        'workbook',
        { xmlns: MAIN, 'xmlns:r': RELATIONS },
        writeElement(
          'sheets',
          {},
          writeElement('sheet', { name: 'Graphics', sheetId: 1, 'r:id': 'r1' }),
        ),
      ),
    ),
    'xl/_rels/workbook.xml.rels': relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': encodeXml(STYLES),
    'xl/worksheets/sheet1.xml': encodeXml(sheetOf(rows)),
  }
  return zipSync(files, { level: 1, mtime: '1980-01-01T00:00:00' })
}

const relations = (targets: [string, string][]) =>
  encodeXml(
    writeElement(
      'Relationships',
      { xmlns: `${PACKAGE}/relationships` },
      ...targets.map(([kind, target], index) =>
        writeElement('Relationship', {
          Id: `r${index + 1}`,
          Type: `${RELATIONS}/${kind}`,
          Target: target,
        }),
      ),
    ),
  )

/** Style 0 is a wrapped cell, style 1 the header. */
const STYLES = writeElement(
  'styleSheet',
  { xmlns: MAIN },
  writeElement(
    'fonts',
    { count: 2 },
    writeElement(
      'font',
      {},
      writeElement('sz', { val: 11 }),
      writeElement('name', { val: 'Calibri' }),
    ),
    writeElement(
      'font',
      {},
      writeElement('b', {}),
      writeElement('sz', { val: 11 }),
      writeElement('name', { val: 'Calibri' }),
    ),
  ),
  writeElement(
    'fills',
    { count: 2 },
    writeElement('fill', {}, writeElement('patternFill', { patternType: 'none' })),
    writeElement('fill', {}, writeElement('patternFill', { patternType: 'gray125' })),
  ),
  writeElement(
    'borders',
    { count: 1 },
    writeElement(
      'border',
      {},
      ...['left', 'right', 'top', 'bottom', 'diagonal'].map((side) => writeElement(side, {})),
    ),
  ),
  writeElement(
    'cellStyleXfs',
    { count: 1 },
    writeElement('xf', { numFmtId: 0, fontId: 0, fillId: 0, borderId: 0 }),
  ),
  writeElement(
    'cellXfs',
    { count: 2 },
    ...[0, 1].map((font) =>
      writeElement(
        'xf',
        {
          numFmtId: 49,
          fontId: font,
          fillId: 0,
          borderId: 0,
          xfId: 0,
          applyNumberFormat: 1,
          applyFont: font,
          applyAlignment: 1,
        },
        writeElement('alignment', { vertical: 'top', wrapText: 1 }),
      ),
    ),
  ),
  writeElement(
    'cellStyles',
    { count: 1 },
    writeElement('cellStyle', { name: 'Normal', xfId: 0, builtinId: 0 }),
  ),
)

function sheetOf(rows: readonly (readonly string[])[]): string {
  const columns = rows.reduce((most, cells) => Math.max(most, cells.length), 1)
  const width = (column: number) =>
    rows.reduce(
      (most, cells) =>
        (cells[column] ?? '').split('\n').reduce((wide, line) => Math.max(wide, line.length), most),
      8,
    )
  const pane = writeElement('pane', {
    ySplit: 1,
    topLeftCell: 'A2',
    activePane: 'bottomLeft',
    state: 'frozen',
  })
  return writeElement(
    'worksheet',
    { xmlns: MAIN },
    writeElement('sheetViews', {}, writeElement('sheetView', { workbookViewId: 0 }, pane)),
    writeElement(
      'cols',
      {},
      Array.from({ length: columns }, (_, column) =>
        writeElement('col', {
          min: column + 1,
          max: column + 1,
          width: Math.min(60, width(column) + 2),
          customWidth: 1,
        }),
      ).join(''),
    ),
    writeElement(
      'sheetData',
      {},
      rows
        .map((cells, row) =>
          writeElement(
            'row',
            { r: row + 1 },
            cells.map((text, column) => cellAt(text, row, column)).join(''),
          ),
        )
        .join(''),
    ),
  )
}

/** Built as a string: a long list has a hundred thousand cells. */
const cellAt = (text: string, row: number, column: number) =>
  text === ''
    ? ''
    : `<c r="${letters(column)}${row + 1}" t="inlineStr" s="${row ? 0 : 1}"><is><t xml:space="preserve">${escapeXml(escaped(text))}</t></is></c>`

const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') +
  String.fromCharCode(65 + (column % 26))
