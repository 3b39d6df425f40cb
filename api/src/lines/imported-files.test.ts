// A file that is imported and exported again in its format keeps what nobody changed.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { ReadableFormatName } from '@reelay/subtitles/formats'
import { loadFixtures } from '../../test/fixtures.ts'
import { newOrder } from '../../test/orders.ts'
import { translationLines } from '../translations/contract.ts'
import { createWorkRequest } from '../workrequests/contract.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const SRT = `\ufeffmade by me\r\n\r\n7\r\n00:00:03,000 --> 00:00:04,000 X1:1\r\n<font face="a">{\\fad(1,2)}one</font>\r\n\r\n\r\n9\r\n00:00:01,5 --> 00:00:02,000\r\n<s>two</s>\r\n\r\n10\r\n00:00:01,5 --> 00:00:02,900\r\nthree`
const VTT = `WEBVTT - a title\n\nSTYLE\n::cue { color: red }\n\nNOTE who\n\nid\n00:01.000 --> 00:02.000 size:40%\n<lang en>one</lang>\n\nNOTE between\n\n00:03.000 --> 00:04.000\ntwo &fjlig;\n`
const ASS = `[Script Info]\n; a comment\nPlayResX: 640\n\n[V4+ Styles]\nFormat: Name, Bold\nStyle: Loud,-1\n\n[Events]\nFormat: Start, End, Style, Text\nComment: 0:00:00.00,0:00:01.00,Loud,no\nDialogue: 0:00:01.00,0:00:02.00,Loud,{\\fad(1,2)}one\n`
const TTML = `<?xml version='1.0'?>\n<tt xmlns="http://www.w3.org/ns/ttml" xmlns:my="urn:mine"><!-- who --><body my:a="1"><div><p begin="1s" dur="1s" my:b="2">one</p></div></body></tt>`

/** One cue from 1 s to 2 s, with a remark in the user data of the header. */
function stlFile(): Uint8Array {
  const bytes = new Uint8Array(1024 + 128).fill(0x20)
  bytes.set(encode('850STL25.01000'))
  bytes.set(encode('a remark'), 448)
  bytes.set([0, 0, 0, 0xff, 0, 0, 0, 1, 0, 0, 0, 2, 0, 20, 2, 0], 1024)
  bytes.fill(0x8f, 1024 + 16)
  bytes.set(encode('one'), 1024 + 16)
  return bytes
}

async function setup(t: TestContext) {
  const { a } = await loadFixtures(t)
  const { territory, vendor } = a.people
  const request = await territory.call(createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  const params = { id: request.translation._id }
  const importFile = (format: ReadableFormatName, body: Uint8Array, more = {}) =>
    vendor.call(translationLines.import, {
      params,
      body,
      query: { format, mode: 'replace', ...more } as never,
    })
  const exportFile = async (format: ReadableFormatName, more = {}) =>
    new Uint8Array(
      await vendor.call(translationLines.export, { params, query: { format, ...more } as never }),
    )
  return { vendor, params, importFile, exportFile }
}

test('returns the bytes of an imported file that nobody changed', async (t) => {
  const { vendor, params, importFile, exportFile } = await setup(t)
  const files: [ReadableFormatName, Uint8Array][] = [
    ['srt', encode(SRT)],
    ['vtt', encode(VTT)],
    ['ass', encode(ASS)],
    ['ttml', encode(TTML)],
    ['stl', stlFile()],
  ]
  for (const [format, bytes] of files) {
    await vendor.call(translationLines.put, { params, body: [] })
    await importFile(format, bytes)
    assert.deepEqual(await exportFile(format), bytes, format)
  }
  await vendor.call(translationLines.put, { params, body: [] })
  await importFile('vtt', encode(VTT.replaceAll('00:0', '10:00:0')), { offset: '10:00:00:00' })
  assert.equal(
    new TextDecoder().decode(await exportFile('vtt', { offset: '10:00:00,000' })),
    VTT.replaceAll('00:0', '10:00:0'),
    'with an offset',
  )
})

test('rewrites only the lines that changed, and forgets a file of another import', async (t) => {
  const { vendor, params, importFile, exportFile } = await setup(t)
  const text = async (format: ReadableFormatName) =>
    new TextDecoder().decode(await exportFile(format))
  await importFile('vtt', encode(VTT))
  const [, second] = await vendor.call(translationLines.list, { params })
  await vendor.call(translationLines.change, {
    params: { ...params, line: second!._id },
    body: { text: 'TWO', kind: 'forced' },
  })
  assert.equal(
    await text('vtt'),
    VTT.replace('00:03.000 --> 00:04.000\ntwo &fjlig;', '2\n00:00:03.000 --> 00:00:04.000\nTWO'),
  )
  assert.doesNotMatch(await text('srt'), /NOTE/)

  await importFile('vtt', encode(VTT.replace('NOTE who', 'NOTE other')), { dry: 'true' })
  assert.match(await text('vtt'), /NOTE who/, 'a dry run keeps no file')
  await importFile('srt', encode('1\n00:00:01,000 --> 00:00:02,000\nnew\n'))
  assert.equal(await text('vtt'), 'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nnew\n')
})

test('keeps lines that start together in the order of the file', async (t) => {
  const { vendor, params, importFile } = await setup(t)
  const names = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`)
  await importFile(
    'srt',
    encode(names.map((name, i) => `${i + 1}\n00:00:01,000 --> 00:00:02,000\n${name}\n`).join('\n')),
  )
  const lines = await vendor.call(translationLines.list, { params })
  assert.deepEqual(
    lines.map(({ text }) => text),
    names,
  )
})

test('exports SDH, forced and clean versions of one list', async (t) => {
  const { vendor, params, importFile, exportFile } = await setup(t)
  await importFile(
    'vtt',
    encode(
      'WEBVTT\n\n00:01.000 --> 00:02.000\n[sighs] One.\n\n00:03.000 --> 00:04.000\nPARIS\n\n00:05.000 --> 00:06.000\n[bang]\n',
    ),
  )
  const text = async (variant: string) =>
    new TextDecoder().decode(await exportFile('srt', { variant }))
  await assert.rejects(text('forced'), { code: 'format.unsupported' })
  const lines = await vendor.call(translationLines.list, { params })
  await vendor.call(translationLines.change, {
    params: { ...params, line: lines[1]!._id },
    body: { kind: 'forced' },
  })
  assert.match(await text('sdh'), /\[sighs\] One\.[^]*PARIS[^]*\[bang\]/)
  assert.equal(await text('forced'), '1\n00:00:03,000 --> 00:00:04,000\nPARIS\n')
  assert.equal(
    await text('clean'),
    '1\n00:00:01,000 --> 00:00:02,000\nOne.\n\n2\n00:00:03,000 --> 00:00:04,000\nPARIS\n',
  )
  const check = await vendor.call(translationLines.checkExport, {
    params,
    query: { format: 'srt', variant: 'clean' },
  })
  assert.deepEqual(check.warnings.slice(0, 2), [
    { cue: null, lost: '1 of 3 cues: they have only sounds and names of speakers' },
    { cue: 1, lost: '[sighs]' },
  ])
})
