import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSpeechCues } from './speech-cues.ts'

test('splits long segments at sentences and gives each part its share of the time', () => {
  const text = `${'First sentence of them all. '.repeat(3)}And the last one.`
  const cues = toSpeechCues([{ start: 10, end: 20, text }], 60_000)
  assert.deepEqual(
    cues.map((cue) => cue.text.replaceAll('<br>', ' ')).join(' '),
    text,
    'no word is lost',
  )
  assert.ok(cues.length > 1 && cues.every((cue) => cue.text.length <= 84 + '<br>'.length))
  assert.deepEqual([cues[0]!.start, cues.at(-1)!.stop], [10_000, 20_000])
  assert.ok(cues.every((cue, index) => index === 0 || cue.start === cues[index - 1]!.stop))
})

test('leaves out what has no text or no time, and removes overlaps', () => {
  const cues = toSpeechCues(
    [
      { start: 3, end: 5, text: 'b' },
      { start: 1, end: 4, text: 'a' },
      { start: 6, end: 6, text: 'c' },
      { start: 7, end: 9, text: ' \u0000 ' },
      { start: 8, end: 99, text: 'd' },
      { start: 200, end: 300, text: 'e' },
    ],
    10_000,
  )
  assert.deepEqual(cues, [
    { start: 1000, stop: 3000, text: 'a' },
    { start: 3000, stop: 5000, text: 'b' },
    { start: 8000, stop: 10_000, text: 'd' },
  ])
})

test('breaks a text without spaces', () => {
  const cues = toSpeechCues([{ start: 0, end: 10, text: '語'.repeat(200) }], 60_000)
  assert.equal(cues.map((cue) => cue.text).join(''), '語'.repeat(200))
})
