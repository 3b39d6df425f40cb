// Small files that once took seconds or all memory. Each is read completely or rejected.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { check } from '../checks/index.ts'
import { profileFor } from '../profiles/index.ts'
import type { Cue } from '../cue.ts'
import { FORMATS } from './formats.ts'
import type { FormatName } from './format.ts'

const rate = { num: 25, den: 1 }
const read = (format: FormatName, file: string | Uint8Array) => {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  const result = FORMATS[format].read(bytes, { rate, language: 'eng', strict: true })
  return result.ok ? result.cues.length : result.errors[0]!.message
}
const SRT = '1\n00:00:01,000 --> 00:00:02,000\n'
const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\n'
const ASS = '[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,'
const ttml = (body: string, head = '') =>
  `<tt xmlns="http://www.w3.org/ns/ttml"><head>${head}</head><body><div>${body}</div></body></tt>`
const TOO_LONG = 'the text is longer than 20000 characters'

test('rejects a cue that is too long, whatever it looks like', () => {
  for (const text of ['<'.padEnd(50_000, 'a'), '{\\'.repeat(50_000), '<'.repeat(50_000)])
    assert.equal(read('srt', SRT + text), TOO_LONG)
  assert.equal(read('vtt', VTT + '&'.repeat(50_000)), TOO_LONG)
  assert.equal(read('ass', ASS + '{'.repeat(50_000)), TOO_LONG)
  const timed = '<span begin="1s" end="2s">a</span>'.repeat(10)
  assert.equal(
    read('ttml', ttml(`<p end="9s">${'a'.repeat(50_000)}${timed}</p>`)),
    'The paragraph is longer than 20000 characters',
  )
})

test('rejects a cue with too many tags', () => {
  const message = 'the text has more than 2000 tags and rows'
  assert.equal(read('srt', `${SRT}${'<i>a</i>b'.repeat(1100)}`), message)
  assert.equal(read('srt', `${SRT}${'<i>a</i>b'.repeat(150)}`), 'the text has more than 200 tags')
})

test('rejects a file with too many lines, cues, cells or byte pairs', () => {
  assert.equal(read('srt', '\n'.repeat(1_100_000)), 'The file has more than 1000000 lines')
  assert.equal(read('srt', `${SRT}a\n\n`.repeat(60_000)), 'The file has more than 50000 cues')
  assert.equal(read('csv', ','.repeat(1000)), 'A row has more than 64 cells')
  assert.equal(
    read('csv', 'in,out,text\n'.padEnd(200_000, '\n')),
    'The table has more than 100000 rows',
  )
  assert.equal(
    read('scc', `Scenarist_SCC V1.0\n\n00:00:00:00\t${'8080 '.repeat(1_000_010)}`),
    'The file has more than 1000000 byte pairs',
  )
})

test('reports a quote that is never closed in a long CSV file', () => {
  assert.equal(
    read('csv', '"'.repeat(1_000_001)),
    'A cell starts with a quote that is never closed',
  )
})

test('rejects XML with too many elements or long attributes', () => {
  assert.equal(read('ttml', ttml('<p/>'.repeat(510_000))), 'The document has too many elements')
  assert.equal(
    read('ttml', ttml(`<p style="${'a '.repeat(5000)}"/>`)),
    'The document has an attribute style that is too long',
  )
})

test('reads a region with many styles once for all its paragraphs', () => {
  const region = `<layout><region xml:id="r">${'<style/>'.repeat(20_000)}</region></layout>`
  assert.equal(read('ttml', ttml('<p region="r" end="1s">a</p>'.repeat(5000), region)), 5000)
})

test('rejects paragraphs that change too often in total', () => {
  const spans = Array.from({ length: 300 }, (_, at) => `<span begin="${at}s" dur="1s">a</span>`)
  assert.equal(
    read('ttml', ttml(`<p>${spans.join('')}</p>`.repeat(100))),
    'The paragraph changes too often for a subtitle',
  )
})

test('rejects an EBU STL subtitle that builds up without end', () => {
  const bytes = new Uint8Array(1024 + 128 * 5000).fill(0x20)
  bytes.set(strToU8('850STL25.01'))
  bytes.set(strToU8('00'), 12)
  for (let at = 1024; at < bytes.length; at += 128) {
    bytes.fill(0, at, at + 16)
    bytes.set([0xff, at === 1024 ? 1 : 2, 0, 0, 0, 1, 0, 0, 0, 2], at + 3)
    bytes.fill(0x61, at + 16, at + 128)
  }
  assert.equal(read('stl', bytes), 'The subtitle has more than 100 rows')
})

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const workbook = (rows: string, strings = '') =>
  zipSync(
    {
      'xl/workbook.xml': strToU8(
        `<workbook xmlns="${MAIN}"><sheets><sheet name="A"/></sheets></workbook>`,
      ),
      'xl/sharedStrings.xml': strToU8(`<sst xmlns="${MAIN}">${strings}</sst>`),
      'xl/worksheets/sheet1.xml': strToU8(
        `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
      ),
    },
    { level: 9 },
  )

test('rejects a small workbook that unpacks to millions of cells', () => {
  const file = workbook(`<row>${'<c/>'.repeat(7_000_000)}</row>`)
  assert.ok(file.length < 60_000)
  assert.match(String(read('xlsx', file)), /has too many elements$/)
  const wide = Array.from(
    { length: 20_000 },
    (_, at) => `<row><c r="BL${at + 1}"><v>1</v></c></row>`,
  )
  assert.equal(read('xlsx', workbook(wide.join(''))), 'The sheet has more than 1000000 cells')
})

test('rejects a workbook that repeats one long text', () => {
  const text = `<si><t>${'a'.repeat(1_000_000)}</t></si>`
  const rows = '<row><c t="s"><v>0</v></c></row>'.repeat(100)
  assert.equal(read('xlsx', workbook(rows, text)), 'The sheet has too much text')
})

test('reads 20,000 lines with long texts from a workbook', () => {
  const cues = Array.from({ length: 20_000 }, (_, at): Cue => {
    return { start: at * 1000, stop: at * 1000 + 900, text: 'a'.repeat(200), source: 'b' }
  })
  const written = FORMATS.xlsx.write(cues, { title: '', language: 'eng', rate })
  assert.equal(written.ok && read('xlsx', written.bytes), 20_000)
})

test('counts letters that only look like invalid UTF-8 without a list of them', () => {
  assert.match(String(read('srt', new Uint8Array(4_000_000).fill(0xe9))), /^Expected a cue number/)
})

test('checks and writes long lines', () => {
  const texts = ['&lt;'.padEnd(1990, 'a'), '-'.repeat(1990), '<i>a  </i>b  '.repeat(95)]
  for (const text of texts) {
    const cues = Array.from({ length: 200 }, (_, at): Cue => {
      return { start: at * 2000, stop: at * 2000 + 1500, text, source: '13 14' }
    })
    const profile = profileFor('netflix', 'eng')
    assert.ok(check(cues, { profile, language: 'eng', rate, kind: 'subtitles' }).length > 200)
    for (const format of ['srt', 'csv', 'vtt', 'ttml'] as const)
      assert.ok(FORMATS[format].write(cues, { title: '', language: 'eng', rate }).ok)
  }
})
