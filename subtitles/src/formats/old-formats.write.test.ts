// Writes SubViewer, MicroDVD, SAMI and MCC.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cue } from '../cue.ts'
import type { FormatName } from './format.ts'
import { FORMATS } from './formats.ts'

const RATE = { num: 25, den: 1 }
const NTSC = { num: 30_000, den: 1001 }
const CUES: Cue[] = [
  { start: 1000, stop: 2000, text: '<i>Who</i> taught<br>you?', alignment: 'top' },
  { start: 3000, stop: 4000, text: '<i><c #ffff00>Me &lt; you</c></i>' },
]

function write(format: FormatName, cues: readonly Cue[], rate = RATE) {
  const result = FORMATS[format].write(cues, { title: 'Film', language: 'deu', rate })
  assert.ok(result.ok, JSON.stringify(result))
  return {
    text: new TextDecoder().decode(result.bytes),
    warnings: result.warnings.map(({ cue, lost }) => `${cue ?? 'file'}: ${lost}`),
  }
}

test('writes YouTube subtitles without styles, which it does not show', () =>
  assert.deepEqual(write('sbv', CUES), {
    text: '0:00:01.000,0:00:02.000\nWho taught\nyou?\n\n0:00:03.000,0:00:04.000\nMe < you\n',
    warnings: [
      '0: Italic',
      '1: Italic',
      '1: The colour of the text',
      '0: The position; the text is at the bottom',
    ],
  }))

test('writes MicroDVD with its frame rate and the styles of whole rows', () => {
  assert.deepEqual(write('microdvd', CUES), {
    text: '{1}{1}25\n{25}{50}Who taught|you?\n{75}{100}{y:i}{c:$00ffff}Me < you\n',
    warnings: ['0: The position; the text is at the bottom', '0: Italic of a part of the row'],
  })
  const reserved = [{ start: 0, stop: 1000, text: 'a|b' }]
  assert.deepEqual(FORMATS.microdvd.write(reserved, { title: '', language: 'deu', rate: RATE }), {
    ok: false,
    errors: [{ cue: 0, message: 'contains | or a code such as {y:i}' }],
  })
})

test('writes SAMI that clears the screen, and ends a line where the next one starts', () => {
  const { text, warnings } = write('sami', [...CUES, { start: 3500, stop: 5000, text: 'Nobody.' }])
  assert.deepEqual(text.slice(text.indexOf('<BODY>')).split('\n'), [
    '<BODY>',
    '<SYNC Start=1000><P Class=SUBCC><i>Who</i> taught<br>you?',
    '<SYNC Start=2000><P Class=SUBCC>&nbsp;',
    '<SYNC Start=3000><P Class=SUBCC><i><font color="#ffff00">Me &lt; you</font></i>',
    '<SYNC Start=3500><P Class=SUBCC>Nobody.',
    '<SYNC Start=5000><P Class=SUBCC>&nbsp;',
    '</BODY>',
    '</SAMI>',
    '',
  ])
  assert.deepEqual(warnings, [
    '0: The position; the text is at the bottom',
    '1: The end time: the line ends when the next one starts',
  ])
})

test('refuses lines that start together in SAMI', () => {
  const cues = [CUES[0]!, { ...CUES[0]!, text: 'Me' }]
  assert.deepEqual(FORMATS.sami.write(cues, { title: '', language: 'deu', rate: RATE }), {
    ok: false,
    errors: [{ cue: 1, message: 'starts with another line; SAMI shows one at a time' }],
  })
})

test('writes MCC whose packets add up and say the same as SCC', () => {
  const { text } = write('mcc', CUES, NTSC)
  const lines = text.split('\n').filter((line) => /^\d/.test(line))
  assert.match(lines[0]!, /^00:00:00;\d\d\tT49S494F43000072F4FC9420ROO740000[0-9A-F]{4}$/)
  const add = (list: readonly string[]) =>
    list.reduce((sum, hex) => sum + Number.parseInt(hex, 16), 0) % 256
  for (const line of lines) {
    const packet = line.split('\t')[1]!.replace('T', '6101').replace('S', '9669')
    const bytes = packet.replace('R', 'FD8080').replace('OO', 'FA0000'.repeat(18)).match(/../g)!
    assert.deepEqual([bytes.length, add(bytes.slice(3, -1)), add(bytes)], [77, 0, 0])
  }
  const read = (format: 'mcc' | 'scc') => {
    const bytes = new TextEncoder().encode(write(format, CUES, NTSC).text)
    const result = FORMATS[format].read(bytes, { rate: NTSC })
    assert.ok(result.ok)
    return result.cues
  }
  assert.deepEqual(read('mcc'), read('scc'))
})
