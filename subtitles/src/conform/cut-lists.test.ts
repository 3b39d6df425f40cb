import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  mappingBetweenCuts,
  mappingFromCut,
  readChangeList,
  readEdl,
  readOtio,
  type CutEvent,
  type CutResult,
} from './index.ts'

const rate = { num: 25, den: 1 }
const EDL = `TITLE: Trailer v2
FCM: NON-DROP FRAME

001  OLD      V     C        01:00:10:00 01:00:20:00 01:00:00:00 01:00:10:00
* FROM CLIP NAME: TRAILER_V1.MOV
002  BL       V     C        00:00:00:00 00:00:02:00 01:00:10:00 01:00:12:00
003  OLD      AA    C        01:00:00:00 01:00:05:00 01:00:12:00 01:00:17:00
004  OLD      V     C        01:00:00:00 01:00:05:00 01:00:12:00 01:00:17:00
* FROM CLIP NAME: TRAILER_V1.MOV
005  OLD      V     C        01:00:30:00 01:00:32:00 01:00:17:00 01:00:19:00
M2   OLD      050.0                01:00:30:00
* FROM CLIP NAME: TRAILER_V1.MOV
`

function accept<T>(result: CutResult<T>): T {
  assert.ok(result.ok, JSON.stringify(result))
  return result.value
}
const rangesOf = (events: readonly Pick<CutEvent, 'from' | 'to'>[]) =>
  events.map(({ from, to }) => [from.start, from.stop, to.start, to.stop])

test('reads the video events of an EDL, with their speed', () => {
  const mapping = accept(mappingFromCut(accept(readEdl(EDL, { rate }))))
  assert.deepEqual(rangesOf(mapping.segments), [
    [0, 5000, 12_000, 17_000],
    [10_000, 20_000, 0, 10_000],
    [30_000, 34_000, 17_000, 19_000],
  ])
})

test('counts from the start that the caller names', () => {
  const [event] = accept(readEdl(EDL, { rate, start: '00:59:50:00', sourceStart: '01:00:10:00' }))
  assert.deepEqual(rangesOf([event!]), [[0, 10_000, 10_000, 20_000]])
})

test('reads drop frame', () => {
  const text = 'FCM: DROP FRAME\n001 A V C 01:00:00;00 01:01:00;02 01:00:00;00 01:01:00;02\n'
  const ntsc = { num: 30_000, den: 1001 }
  const [event] = accept(readEdl(text, { rate: ntsc }))
  assert.ok(Math.abs(event!.to.stop - 60_060) < 1)
  const missing = readEdl(text.replaceAll('01:01:00;02', '01:01:00;01'), { rate: ntsc })
  assert.deepEqual(!missing.ok && missing.errors[0]!.line, 2)
})

test('follows sources from the old cut to the new one', () => {
  const old = `001 A001 V C 00:00:00:00 00:00:10:00 01:00:00:00 01:00:10:00
002 B002 V C 05:00:00:00 05:00:10:00 01:00:10:00 01:00:20:00
`
  const cut = `001 B002 V C 05:00:02:00 05:00:08:00 01:00:00:00 01:00:06:00
002 A001 V C 00:00:00:00 00:00:10:00 01:00:06:00 01:00:16:00
`
  const lists = [accept(readEdl(old, { rate })), accept(readEdl(cut, { rate }))] as const
  assert.deepEqual(rangesOf(accept(mappingBetweenCuts(...lists)).segments), [
    [0, 10_000, 6000, 16_000],
    [12_000, 18_000, 0, 6000],
  ])
  const alone = mappingFromCut(lists[1])
  assert.match(alone.ok ? '' : alone.errors[0]!.message, /2 sources/)
})

test('marks frozen and reversed parts as unclear', () => {
  const text = `001 OLD V C 01:00:00:00 01:00:05:00 01:00:00:00 01:00:05:00
M2 OLD -025.0 01:00:00:00
002 OLD V C 01:00:10:00 01:00:12:00 01:00:05:00 01:00:07:00
`
  const mapping = accept(mappingFromCut(accept(readEdl(text, { rate }))))
  assert.deepEqual(mapping.unclear, [{ start: 0, stop: 5000 }])
  assert.equal(mapping.segments.length, 1)
})

test('names the line of every error of an EDL', () => {
  for (const [text, line] of [
    ['001 OLD V C 01:00:00:00 01:00:05:00 01:00:00:00 nonsense', 1],
    ['\n001 OLD V C 01:00:05:00 01:00:00:00 01:00:00:00 01:00:05:00', 2],
    ['001 OLD V C 01:00:00:30 01:00:05:00 01:00:00:00 01:00:05:00', 1],
    ['1\n00:00:01,000 --> 00:00:02,000\nHello', 0],
    ['', 0],
  ] as const) {
    const result = readEdl(text, { rate })
    assert.deepEqual(!result.ok && result.errors[0]!.line, line, text)
  }
})

const time = (value: number, per = 25) => ({ OTIO_SCHEMA: 'RationalTime.1', value, rate: per })
const clip = (first: number, frames: number, more: object = {}) => ({
  OTIO_SCHEMA: 'Clip.2',
  name: 'old',
  source_range: { start_time: time(first), duration: time(frames) },
  media_references: {
    DEFAULT_MEDIA: {
      OTIO_SCHEMA: 'ExternalReference.1',
      target_url: 'old.mov',
      available_range: { start_time: time(90_000), duration: time(5000) },
    },
  },
  active_media_reference_key: 'DEFAULT_MEDIA',
  ...more,
})
const timeline = (...children: object[]) =>
  JSON.stringify({
    OTIO_SCHEMA: 'Timeline.1',
    tracks: {
      OTIO_SCHEMA: 'Stack.1',
      children: [{ OTIO_SCHEMA: 'Track.1', kind: 'Video', children }],
    },
  })

test('reads the clips of a timeline', () => {
  const text = timeline(
    clip(90_250, 250),
    { OTIO_SCHEMA: 'Gap.1', source_range: { start_time: time(0), duration: time(50) } },
    { OTIO_SCHEMA: 'Transition.1', in_offset: time(5), out_offset: time(5) },
    clip(90_000, 125, { effects: [{ OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: 2 }] }),
  )
  const mapping = accept(mappingFromCut(accept(readOtio(text))))
  assert.deepEqual(rangesOf(mapping.segments), [
    [0, 10_000, 12_000, 17_000],
    [10_000, 20_000, 0, 10_000],
  ])
})

test('rejects files that are not a timeline', () => {
  for (const text of [
    '',
    'null',
    '[]',
    '{"OTIO_SCHEMA":"Clip.1"}',
    '{"OTIO_SCHEMA":"Timeline.1","tracks":{"children":"x"}}',
    timeline(clip(0, 25, { source_range: null, media_references: null })),
    timeline(clip(0, -5)),
  ])
    assert.equal(readOtio(text).ok, false, text)
})

test('reads rows with old and new times', () => {
  const list = `Event,Old in,Old out,New in,New out
1,01:00:00:00,01:00:10:00,01:00:05:00,01:00:15:00
2,01:00:10:00,01:00:12:00,,
3,01:00:12:00,01:00:20:00,01:00:15:00,01:00:23:00
`
  const hour = 3_600_000
  const mapping = accept(readChangeList(list, { rate, newStartMs: hour, oldStartMs: hour }))
  assert.deepEqual(rangesOf(mapping.segments), [
    [0, 10_000, 5000, 15_000],
    [12_000, 20_000, 15_000, 23_000],
  ])
  const wrong = readChangeList('a 00:00:01,000 00:00:02,000 00:00:03,000\n', { rate })
  assert.deepEqual(!wrong.ok && wrong.errors[0]!.line, 1)
})
