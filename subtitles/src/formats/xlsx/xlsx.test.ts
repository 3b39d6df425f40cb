import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { readXml } from '../../xml/tree.ts'
import { damaged } from '../grid.fixture.ts'
import { readSheet } from './read.ts'
import { writeSheet } from './write.ts'

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
type Workbook = { sheets?: [string, string][]; shared?: string; styles?: string }

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
const relationship = (_sheet: unknown, at: number) =>
  `<Relationship Id="rId${at + 9}" Type="${REL}/worksheet" ` +
  `Target="${at ? '/xl/' : ''}worksheets/page${at}.xml"/>`

/** A workbook as Excel writes it: shared strings, styles, sheets by relationship. */
function workbook({ sheets = [], shared, styles }: Workbook): Uint8Array {
  return zipSync({
    'xl/workbook.xml': strToU8(
      `<workbook ${MAIN} xmlns:r="${REL}"><sheets>${sheets
        .map(
          ([name], index) =>
            `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 9}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="${PACKAGE}">${sheets.map(relationship).join('')}</Relationships>`,
    ),
    ...Object.fromEntries(
      sheets.map(([, data], index) => [
        `xl/worksheets/page${index}.xml`,
        strToU8(`<worksheet ${MAIN}><sheetData>${data}</sheetData></worksheet>`),
      ]),
    ),
    ...(shared ? { 'xl/sharedStrings.xml': strToU8(`<sst ${MAIN}>${shared}</sst>`) } : {}),
    ...(styles ? { 'xl/styles.xml': strToU8(`<styleSheet ${MAIN}>${styles}</styleSheet>`) } : {}),
  })
}
const rowsOf = (bytes: Uint8Array) => {
  const rows: (readonly string[])[] = []
  const sheet = readSheet(bytes, (cells) => rows.push(cells))
  assert.ok(sheet.ok, JSON.stringify(sheet))
  assert.equal(sheet.isEmpty, !rows.flat().some(Boolean))
  return rows.slice(0, rows.findLastIndex((cells) => cells.some(Boolean)) + 1)
}
const ignoreRow = () => {}

test('reads strings, numbers and booleans by their cell reference', () => {
  const data =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="3"><c r="B3" t="inlineStr"><is><t>in</t></is></c><c t="str"><f>A1</f><v>made</v></c><c r="AA3"><v>0.30000000000000004</v></c><c t="b"><v>1</v></c></row><row r="4"/>'
  assert.deepEqual(
    rowsOf(
      workbook({
        sheets: [['x', data]],
        shared:
          '<si><t xml:space="preserve"> plain </t></si><si><r><t>rich</t></r><r><rPr><b/></rPr><t> text_x000D_</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si>',
      }),
    ),
    [
      [' plain ', '', 'rich text\n'],
      [],
      ['', 'in', 'made', ...Array.from({ length: 23 }, () => ''), '0.3', 'TRUE'],
    ],
  )
})

test('reads day fractions in time format as times', () => {
  const styles =
    '<numFmts><numFmt numFmtId="170" formatCode="[h]:mm:ss.000"/><numFmt numFmtId="171" formatCode="0.0&quot;hours&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="21"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs>'
  const cells = [
    [1, 0.5],
    [2, 3_723_456 / 86_400_000],
    [2, 1.25],
    [3, 0.5],
    [0, 0.5],
  ]
    .map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`)
    .join('')
  assert.deepEqual(rowsOf(workbook({ sheets: [['x', `<row>${cells}</row>`]], styles })), [
    ['12:00:00,000', '01:02:03,456', '30:00:00,000', '0.5', '0.5'],
  ])
})

test('reads the sheet named Graphics or Subtitles, or the first', () => {
  const sheet = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`
  assert.deepEqual(
    rowsOf(
      workbook({
        sheets: [
          ['Cover', sheet('a')],
          ['graphics', sheet('b')],
        ],
      }),
    ),
    [['b']],
  )
  assert.deepEqual(
    rowsOf(
      workbook({
        sheets: [
          ['Cover', sheet('a')],
          ['Other', sheet('b')],
        ],
      }),
    ),
    [['a']],
  )
})

// Any text without a lone carriage return, which a cell stores as a newline. Empty trailing cells
// and rows are not stored.
const cell = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('=1+1', '_x0041_', '_x005F_', 'a\nb', ' a ', '<b>&amp;</b>', '\u0001'),
  )
  .map((text) => text.replaceAll('\r', '\n'))
const table = fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 6 }).map((rows) => {
  const trimmed = rows.map((cells) => cells.slice(0, cells.findLastIndex(Boolean) + 1))
  return trimmed.slice(0, trimmed.findLastIndex((cells) => cells.length > 0) + 1)
})
test('reads back every cell as text', () =>
  fc.assert(
    fc.property(table, (rows) => {
      assert.deepEqual(rowsOf(writeSheet(rows)), rows)
    }),
    { numRuns: 60 },
  ))

test('writes well-formed, reproducible parts', () => {
  const bytes = writeSheet([
    ['id', 'in'],
    ['1', 'a\nb'],
  ])
  const parts = unzipSync(bytes)
  for (const [name, part] of Object.entries(parts)) assert.ok(readXml(part).ok, name)
  const types = new TextDecoder().decode(parts['[Content_Types].xml'])
  for (const [, name] of types.matchAll(/PartName="\/([^"]+)"/g)) assert.ok(parts[name!])
  assert.match(new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']), /state="frozen"/)
  assert.deepEqual(
    writeSheet([
      ['id', 'in'],
      ['1', 'a\nb'],
    ]),
    bytes,
  )
})

test('reads unusual rows like usual ones', () => {
  const cells = ['A', 'B', 'C'].map(
    (column) => `<c r="${column}1" t="inlineStr"><is><t>x</t></is></c>`,
  )
  const usual = cells.join('')
  const unusual = [
    cells.join('\n'),
    `<!-- c -->${usual}`,
    usual.replaceAll('"', "'"),
    usual.replaceAll('<c ', '<c  '),
    usual.replaceAll('<t>', '<t xml:lang="en">'),
    usual.replaceAll('>x<', '><![CDATA[x]]><'),
    usual.replaceAll('<t>x</t>', '<r><t>x</t></r>'),
  ]
  for (const row of [usual, ...unusual])
    assert.deepEqual(
      rowsOf(workbook({ sheets: [['x', `<row>${row}</row>`]] })),
      [['x', 'x', 'x']],
      row,
    )
})

test('reads archives whose parts are not compressed', () =>
  assert.deepEqual(rowsOf(zipSync(unzipSync(writeSheet([['a', 'b']])), { level: 0 })), [
    ['a', 'b'],
  ]))

test('rejects invalid and oversized workbooks', () => {
  const why = (bytes: Uint8Array) => {
    const sheet = readSheet(bytes, ignoreRow)
    assert.ok(!sheet.ok)
    return sheet.errors[0]!.message
  }
  assert.match(why(strToU8('id,in,out')), /not a workbook/)
  assert.match(why(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0)), /has a password/)
  assert.match(why(zipSync({ 'word/document.xml': strToU8('<a/>') })), /has no xl\/workbook\.xml/)
  assert.match(why(workbook({})), /no worksheet/)
  assert.match(
    why(workbook({ sheets: [['x', '<row>']] })),
    /page0\.xml: The document closes <\/sheetData> where <row> is open/,
  )
  assert.match(why(workbook({ sheets: [['x', '<row r="2000000"/>']] })), /more than 100000 rows/)
  assert.match(
    why(workbook({ sheets: [['x', '<row><c r="BN1"><v>1</v></c></row>']] })),
    /more than 64 columns/,
  )
  assert.match(why(workbook({ sheets: [['x', '<row r="2"/><row r="1"/>']] })), /out of order/)
  assert.match(why(claiming(65 * 1024 * 1024)), /too large/)
})

test('rejects a part that unpacks beyond its declared size', () =>
  assert.ok(!readSheet(claiming(100), ignoreRow).ok))

/** A workbook that declares a wrong size for its sheet. */
function claiming(size: number): Uint8Array {
  const bytes = workbook({ sheets: [['x', ' '.repeat(1_000_000)]] })
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  for (let at = 0; at + 46 < bytes.length; at++) {
    if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) > 1_000_000)
      view.setUint32(at + 24, size, true)
  }
  return bytes
}

test('never throws on any bytes', () => {
  const whole = writeSheet([['id'], ['1']])
  fc.assert(
    fc.property(
      fc.oneof(fc.uint8Array({ maxLength: 60 }), damaged(whole)),
      (bytes) => typeof readSheet(bytes, ignoreRow).ok === 'boolean',
    ),
    { numRuns: 120 },
  )
})
