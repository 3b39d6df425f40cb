import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { writeTable, type PdfColumn } from './table.ts'

const columns: PdfColumn[] = [
  { title: 'No.', share: 1, align: 'end' },
  { title: 'Text', share: 5 },
]
const write = async (rows: string[][]) =>
  Buffer.from(
    await writeTable({ title: 'List', subtitle: '25 fps', language: 'eng', columns, rows }),
  )

/** Each object at the offset that the cross-reference table gives. */
function readObjects(pdf: Buffer): Buffer[] {
  const start = Number(/startxref\n(\d+)/.exec(pdf.toString('latin1'))![1])
  const table = pdf.subarray(start).toString('latin1')
  return [...table.matchAll(/^(\d{10}) 00000 n /gm)].map(([, offset], n) => {
    const start = Number(offset)
    const head = `${n + 1} 0 obj\n`
    assert.equal(pdf.toString('latin1', start, start + head.length), head)
    return pdf.subarray(start + head.length, pdf.indexOf('\nendobj\n', start))
  })
}

function streamOf(object: Buffer): string {
  const start = object.indexOf('stream\n') + 7
  const length = Number(/\/Length (\d+)/.exec(object.toString('latin1'))![1])
  return inflateSync(object.subarray(start, start + length)).toString('latin1')
}

const countPages = (pdf: Buffer) =>
  readObjects(pdf).filter((object) => object.includes('/Type /Page ')).length

test('writes a file whose objects are where its table says', async () => {
  const objects = readObjects(await write([['1', 'Hello, العالم, 世界']]))
  const fonts = objects.filter((object) => object.includes('/Type /FontDescriptor'))
  // Latin in regular and bold, Arabic and Japanese.
  assert.equal(fonts.length, 4)
  assert.equal(fonts.filter((object) => object.includes('/FontFile3')).length, 1)
})

test('says which text the glyphs stand for, so that it can be searched', async () => {
  const maps = readObjects(await write([['1', 'Ωμ 世']]))
    .filter((object) => object.includes('/FlateDecode') && !object.includes('/Length1'))
    .map(streamOf)
    .filter((stream) => stream.includes('begincmap'))
    .join('')
  for (const letter of ['Ω', 'μ', '世'])
    assert.match(maps, new RegExp(`<${letter.charCodeAt(0).toString(16).padStart(4, '0')}>`))
})

test('continues on the next page, also inside of a row that is longer than a page', async () => {
  assert.equal(countPages(await write([])), 1)
  assert.equal(countPages(await write([['1', 'short']])), 1)
  assert.equal(countPages(await write(Array.from({ length: 60 }, (_, n) => [`${n}`, 'row']))), 3)
  assert.equal(countPages(await write([['1', 'row\n'.repeat(100)]])), 3)
})

test('embeds only the used glyphs', async () => {
  assert.equal((await write([['1', '世界']])).length < 40_000, true)
})
