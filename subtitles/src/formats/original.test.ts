// Reading and writing the same format leaves cues that nobody changed identical.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cuesIn } from '../../test/cues.ts'
import type { Cue } from '../cue.ts'
import type { FormatName } from './format.ts'
import { FORMATS } from './formats.ts'
import { stlFile } from './stl/stl-file.fixture.ts'

const about = { title: 'Film', language: 'eng', rate: { num: 25, den: 1 } }
const encode = (text: string) => new TextEncoder().encode(text)

/** Reads the file, changes its cues and writes them again. */
function rewrite(format: FormatName, bytes: Uint8Array, change = (cues: Cue[]) => cues) {
  const read = FORMATS[format].read(bytes, about)
  assert.ok(read.ok, JSON.stringify(read))
  const original = { format, bytes, cues: read.cues }
  const written = FORMATS[format].write(change([...read.cues]), { ...about, original })
  assert.ok(written.ok, JSON.stringify(written))
  return written.bytes
}

const SRT = `\ufeffmade by me\r\n\r\n7\r\n00:00:01,000 --> 00:00:02,000 X1:1\r\n<font face="a">{\\fad(1,2)}one</font>\r\n\r\n\r\n9\r\n00:00:03,5 --> 00:00:04,000\r\n<s>two</s>\r\n\r\n10\r\n00:00:05,000 --> 00:00:06,000\r\nthree`
const VTT = `WEBVTT - a title\n\nSTYLE\n::cue { color: red }\n\nNOTE who\n\nid\n00:01.000 --> 00:02.000 size:40%\n<lang en>one</lang>\n\nNOTE between\n\n00:03.000 --> 00:04.000\ntwo &fjlig;\n\n\n00:05.000 --> 00:06.000\nthree\n`
const ASS = `[Script Info]\n; a comment\nPlayResX: 640\n\n[V4+ Styles]\nFormat: Name, Bold\nStyle: Loud,-1\n\n[Events]\nFormat: Start, End, Style, Text\nComment: 0:00:00.00,0:00:01.00,Loud,no\nDialogue: 0:00:01.00,0:00:02.00,Loud,{\\fad(1,2)}one\nDialogue: 0:00:03.00,0:00:04.00,Loud,{\\p1}m 0 0\n`
const TTML = `<?xml version='1.0'?>\n<tt xmlns="http://www.w3.org/ns/ttml" xmlns:my="urn:mine"><!-- who --><body my:a="1"><div><p begin="1s" dur="1s" my:b="2">one</p></div></body></tt>`

test('keeps every byte of an untouched file', () => {
  const files: [FormatName, Uint8Array][] = [
    ['srt', encode(SRT)],
    ['vtt', encode(VTT)],
    ['ass', encode(ASS)],
    ['ttml', encode(TTML)],
    ['stl', stlFile([{ text: [...encode('one')] }])],
    [
      'srt',
      Uint8Array.from(`1\n00:00:01,000 --> 00:00:02,000\nSchöne Grüße`, (c) => c.charCodeAt(0)),
    ],
  ]
  for (const [format, bytes] of files) assert.deepEqual(rewrite(format, bytes), bytes, format)
})

test('changes, removes and adds one cue without touching the others', () => {
  const lines = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const change = (at: number, by: Partial<Cue>) => (cues: Cue[]) =>
    cues.with(at, { ...cues[at]!, ...by })
  assert.equal(
    lines(rewrite('srt', encode(SRT), change(1, { text: 'TWO' }))),
    SRT.replace(
      '9\r\n00:00:03,5 --> 00:00:04,000\r\n<s>two</s>',
      '2\r\n00:00:03,005 --> 00:00:04,000\r\nTWO',
    ),
  )
  assert.equal(
    lines(rewrite('vtt', encode(VTT), change(1, { text: 'TWO' }))),
    VTT.replace('00:03.000 --> 00:04.000\ntwo &fjlig;', '2\n00:00:03.000 --> 00:00:04.000\nTWO'),
  )
  assert.equal(
    lines(rewrite('vtt', encode(VTT), (cues) => cues.toSpliced(1, 1))),
    VTT.replace('00:03.000 --> 00:04.000\ntwo &fjlig;', ''),
  )
  const added = { start: 4_500, stop: 4_900, text: 'more' }
  assert.equal(
    lines(rewrite('vtt', encode(VTT), (cues) => cues.toSpliced(2, 0, added))),
    VTT.replace('two &fjlig;', 'two &fjlig;\n\n3\n00:00:04.500 --> 00:00:04.900\nmore'),
  )
  const first = { start: 100, stop: 900, text: 'zero' }
  assert.equal(
    lines(rewrite('vtt', encode(VTT), (cues) => [first, ...cues])),
    VTT.replace('id\n', '1\n00:00:00.100 --> 00:00:00.900\nzero\n\nid\n'),
  )
})

test('reads back what was changed, whatever is added, changed or removed', () => {
  const cues = cuesIn(1).map((list) => list.toSorted((one, other) => one.start - other.start))
  for (const format of ['srt', 'vtt'] as const)
    fc.assert(
      fc.property(cues, cues, fc.array(fc.nat(12)), (before, others, cuts) => {
        const file = FORMATS[format].write(before, about)
        assert.ok(file.ok)
        const change = (list: Cue[]) =>
          cuts.reduce(
            (now, cut, index) =>
              cut % 2
                ? now.toSpliced(cut % (now.length + 1), 1)
                : now.toSpliced(cut % (now.length + 1), cut % 3, others[index % others.length]!),
            list,
          )
        const wanted = change(before)
        if (wanted.length === 0) return
        const read = FORMATS[format].read(rewrite(format, file.bytes, change), about)
        assert.ok(read.ok)
        assert.deepEqual(read.cues, wanted)
      }),
      { numRuns: 300 },
    )
})

test('removes a cue of a single space completely', () => {
  const file = encode('WEBVTT\n\n00:01.000 --> 00:02.000\n \n\n00:03.000 --> 00:04.000\ntwo\n')
  const read = FORMATS.vtt.read(
    rewrite('vtt', file, (cues) => cues.slice(1)),
    about,
  )
  assert.deepEqual(read.ok && read.cues, [{ start: 3000, stop: 4000, text: 'two' }])
})

test('reports a changed cue that cannot be written by its place in the list', () => {
  const bytes = encode(VTT)
  const read = FORMATS.vtt.read(bytes, about)
  assert.ok(read.ok)
  const cues = read.cues.with(2, { ...read.cues[2]!, text: '<p>' })
  const written = FORMATS.vtt.write(cues, {
    ...about,
    original: { format: 'vtt', bytes, cues: read.cues },
  })
  assert.deepEqual(!written.ok && written.errors.map(({ cue }) => cue), [2])
})
