// Doubles hostile inputs and fails if the CPU time grows faster than linearly.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { check } from './checks/index.ts'
import type { Cue } from './cue.ts'
import { applyFixes } from './fixes/index.ts'
import {
  FORMATS,
  FORMAT_NAMES,
  READABLE_FORMAT_NAMES,
  READERS,
  matchCues,
  writeAssScript,
  type ReadableFormatName,
} from './formats/index.ts'
import { canonicalMarkup, writeMarkup } from './markup.ts'
import { profileFor } from './profiles/index.ts'
import { pacFile } from './formats/pac.fixture.ts'
import { assertLinear, fill, PATTERNS, SIZE } from '../test/growth.ts'

const rate = { num: 25, den: 1 }
const about = { title: 'a', language: 'eng', rate }
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
/** A valid file up to the hostile text. */
const FILES: Record<ReadableFormatName, (text: string) => string | Uint8Array> = {
  srt: (text) => `1\n00:00:01,000 --> 00:00:02,000\n${text}`,
  vtt: (text) => `WEBVTT\n\n00:01.000 --> 00:02.000 align:start\n${text}`,
  ass: (text) => `[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,${text}`,
  ttml: (text) =>
    `<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p end="1s">${text}</p></div></body></tt>`,
  dcp: (text) =>
    `<DCSubtitle><Font><Subtitle TimeIn="00:00:01:000" TimeOut="00:00:02:000"><Text>${text}</Text></Subtitle></Font></DCSubtitle>`,
  csv: (text) => `in,out,text\n1,2,${text}`,
  sbv: (text) => `0:00:01.000,0:00:02.000\n${text}`,
  microdvd: (text) => `{25}{50}${text}`,
  spruce: (text) => `00:00:01:00,00:00:02:00,${text}`,
  pac: (text) => pacFile([text]),
  sami: (text) => `<SAMI><BODY><SYNC Start=1000><P Class=ENCC>${text}`,
  mcc: (text) =>
    `File Format=MacCaption_MCC V1.0\nTime Code Rate=30DF\n00:00:01;00\tT22S1F4F430001${text}`,
  scc: (text) => `Scenarist_SCC V1.0\n\n00:00:01:00\t9420 ${text}`,
  stl: (text) => {
    const bytes = new Uint8Array(1024 + 128 * Math.ceil(text.length / 112)).fill(0x20)
    bytes.set(strToU8('850STL25.01000'))
    for (let at = 1024, part = 0; at < bytes.length; at += 128, part += 112) {
      bytes.fill(0, at, at + 16)
      bytes.set([0, 0, 0, 0, 0, 1, 0, 0, 0, 2], at + 3)
      bytes.set(strToU8(text.slice(part, part + 112), true), at + 16)
    }
    return bytes
  },
  xliff: (text) =>
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1"><file><unit id="u1"><mda xmlns="a"><meta type="in">1</meta><meta type="out">2</meta></mda><segment><source>${text}</source></segment></unit></file></xliff>`,
  xliff12: (text) =>
    `<xliff version="1.2"><file><body><trans-unit id="u1" resname="0:00:01,000 --> 0:00:02,000"><source>${text}</source></trans-unit></body></file></xliff>`,
  xlsx: (text) =>
    zipSync({
      'xl/workbook.xml': strToU8(
        `<workbook xmlns="${MAIN}"><sheets><sheet name="A"/></sheets></workbook>`,
      ),
      'xl/worksheets/sheet1.xml': strToU8(
        `<worksheet xmlns="${MAIN}"><sheetData><row><c t="str"><v>in</v></c><c t="str"><v>out</v></c><c t="str"><v>text</v></c></row><row><c t="str"><v>1</v></c><c t="str"><v>2</v></c><c t="str"><v>${xml(text)}</v></c></row></sheetData></worksheet>`,
      ),
    }),
}

for (const format of READABLE_FORMAT_NAMES)
  test(`reads ${format} in linear time`, () => {
    for (const pattern of PATTERNS)
      for (const place of ['in a cue', 'alone'])
        assertLinear(`${format} ${JSON.stringify(pattern)} ${place}`, (size) => {
          const text = fill(pattern, size)
          const file = place === 'alone' ? text : FILES[format](text)
          const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
          return () => READERS[format].read(bytes, about)
        })
  })

test('reads definitions of WebVTT in linear time', () => {
  for (const head of ['STYLE\n', 'REGION\n'])
    for (const pattern of ['::cue(.a){', '::cue(.a){color:', '{', '}', 'id:a ', 'a:', '%,'])
      assertLinear(`${head} ${pattern}`, (size) => {
        const bytes = new TextEncoder().encode(`WEBVTT\n\n${head}${fill(pattern, size)}`)
        return () => READERS.vtt.read(bytes, about)
      })
})

const cuesWith = (text: string, count: number): Cue[] =>
  Array.from({ length: count }, (_, at) => ({
    start: at * 2000,
    stop: at * 2000 + 1500,
    text,
    source: '13 <i>salt</i> roads',
  }))
const textOf = (pattern: string, size: number) =>
  writeMarkup(
    fill(pattern.replace(/[\t\r]/g, ' '), size)
      .split('\n')
      .map((text) => [{ text, styles: [] }]),
  )

test('notices quadratic time', () => {
  const prepare = (size: number) => () => {
    let sum = 0
    for (let at = 0; at < size * size; at++) sum += at & 7
    return sum
  }
  assert.throws(() => assertLinear('loop', prepare, 4000), /loop: /)
})

test('writes every format in linear time', () => {
  for (const format of FORMAT_NAMES)
    for (const pattern of PATTERNS)
      assertLinear(
        `${format} ${JSON.stringify(pattern)}`,
        (size) => {
          const cues = cuesWith(textOf(pattern, size), 10)
          return () => FORMATS[format].write(cues, about)
        },
        SIZE / 10,
      )
})

test('reads and writes markup in linear time', () => {
  for (const pattern of PATTERNS)
    assertLinear(JSON.stringify(pattern), (size) => {
      const text = fill(pattern, size)
      return () => canonicalMarkup(text)
    })
})

test('writes a script for burn-in in linear time', () => {
  const look = {
    width: 1920,
    height: 1080,
    fontName: 'a',
    fontSize: 60,
    marginH: 9,
    marginV: 9,
    direction: 'ltr',
    box: false,
  } as const
  const texts = ['a', '漢', '<ruby>漢<rt>か</rt></ruby>', '<em>漢</em>a', '<tcy>12</tcy>', 'ー']
  for (const text of texts)
    for (const more of [{}, { writingMode: 'vertical-rl' } as const])
      assertLinear(
        text,
        (size) => {
          const cues = cuesWith(text.repeat(size), 10).map((cue) => Object.assign(cue, more))
          return () => writeAssScript(cues, look)
        },
        500,
      )
})

test('checks and fixes long lines in linear time', () => {
  for (const language of ['eng', 'ara', 'jpn', 'fra'])
    for (const pattern of PATTERNS)
      assertLinear(
        `${language} ${JSON.stringify(pattern)}`,
        (size) => {
          const cues = cuesWith(textOf(pattern, size), 10)
          const options = { profile: profileFor('netflix', language), language, rate }
          return () => applyFixes(cues, check(cues, { ...options, kind: 'subtitles' }))
        },
        SIZE / 10,
      )
})

test('checks, fixes and matches many cues in linear time', () => {
  const profile = profileFor('netflix', 'eng')
  const lists: Record<string, (at: number) => Cue> = {
    'one after another': (at) => ({ start: at * 100, stop: at * 100 + 90, text: 'a  b...' }),
    'all at once': () => ({ start: 0, stop: 1000, text: 'a  b...' }),
    'in reverse': (at) => ({ start: 9_000_000 - at * 10, stop: 9_000_500, text: 'a' }),
    'without duration': () => ({ start: 5, stop: 5, text: '' }),
  }
  for (const [name, cueAt] of Object.entries(lists)) {
    const prepare = (size: number) => Array.from({ length: size }, (_, at) => cueAt(at))
    assertLinear(
      `check ${name}`,
      (size) => {
        const cues = prepare(size)
        const options = { profile, language: 'eng', rate, kind: 'subtitles' } as const
        return () => applyFixes(cues, check(cues, options))
      },
      1000,
    )
    assertLinear(
      `match ${name}`,
      (size) => {
        const cues = prepare(size)
        const moved = cues.map((cue) => ({ ...cue, start: cue.start + 3, stop: cue.stop + 4 }))
        return () => matchCues(cues, moved)
      },
      2000,
    )
  }
})
