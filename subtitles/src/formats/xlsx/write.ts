// Writes rows of text as a workbook of ECMA-376 (xlsx).
import { zipSync } from 'fflate'
import { encodeXml, escapeXml, writeElement } from '../../xml/write.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** `numbers` are columns whose cells are numbers, counted from 0. */
type SheetOptions = { name?: string; numbers?: readonly number[] }

/**
 * A workbook with one sheet. The first row is a bold, frozen header. The other cells are text, so
 * that no formula runs.
 */
export function writeSheet(
  rows: readonly (readonly string[])[],
  { name = 'Graphics', numbers = [] }: SheetOptions = {},
): Uint8Array {
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
    '_rels/.rels': writeRelations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': encodeXml(
      writeElement(
        'workbook',
        { xmlns: MAIN, 'xmlns:r': RELATIONS },
        writeElement('sheets', {}, writeElement('sheet', { name, sheetId: 1, 'r:id': 'r1' })),
      ),
    ),
    'xl/_rels/workbook.xml.rels': writeRelations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': encodeXml(STYLES),
    'xl/worksheets/sheet1.xml': encodeXml(writeWorksheet(rows, new Set(numbers))),
  }
  return zipSync(files, { level: 1, mtime: '1980-01-01T00:00:00' })
}

const writeRelations = (targets: [string, string][]) =>
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

/** Style 0 is a wrapped cell, style 1 the header, style 2 a number. */
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
    { count: 3 },
    ...[0, 1, 2].map((style) =>
      writeElement(
        'xf',
        {
          numFmtId: style === 2 ? 0 : 49,
          fontId: style === 1 ? 1 : 0,
          fillId: 0,
          borderId: 0,
          xfId: 0,
          applyNumberFormat: 1,
          applyFont: style === 1 ? 1 : 0,
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

function writeWorksheet(
  rows: readonly (readonly string[])[],
  numbers: ReadonlySet<number>,
): string {
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
            cells
              .map((text, column) =>
                row > 0 && numbers.has(column)
                  ? writeNumber(text, row, column)
                  : writeCell(text, row, column),
              )
              .join(''),
          ),
        )
        .join(''),
    ),
  )
}

/** Built as a string: a long list has a hundred thousand cells. */
const writeCell = (text: string, row: number, column: number) =>
  text === ''
    ? ''
    : `<c r="${columnName(column)}${row + 1}" t="inlineStr" s="${row ? 0 : 1}"><is><t xml:space="preserve">${escapeXml(escapeControls(text))}</t></is></c>`

const writeNumber = (text: string, row: number, column: number) =>
  Number.isFinite(Number.parseFloat(text))
    ? `<c r="${columnName(column)}${row + 1}" s="2"><v>${Number(text)}</v></c>`
    : ''

const columnName = (column: number): string =>
  (column >= 26 ? columnName(Math.floor(column / 26) - 1) : '') +
  String.fromCharCode(65 + (column % 26))

const escapeControls = (text: string) =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(
      /[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
