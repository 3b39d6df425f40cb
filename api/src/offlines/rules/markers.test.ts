// Reads the markers back with parsers that others wrote: xmldom for XML and smpte-timecode for
// timecodes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOMParser, type Element } from '@xmldom/xmldom'
import fc from 'fast-check'
// @ts-expect-error -- it has no types
import untypedTimecode from 'smpte-timecode'
import type { ExportFormat } from '../contract.ts'
import { ada, comment, NTSC, offline, PAL } from './export.fixture.ts'
import { exportComments } from './export.ts'
import type { Footage } from './position.ts'

const Timecode = untypedTimecode as (
  text: string | number,
  rate: number,
  drop: boolean,
) => { frameCount: number; toString: () => string }

const FILM: Footage = {
  kind: 'video',
  frameRate: '24000/1001',
  timecode: '00:59:50:00',
  duration: 90,
}
/** Title, frame rate, nominal rate, drop frame and the frame number of the first timecode. */
const CASES = [
  { footage: PAL, rate: 25, nominal: 25, ntsc: false, drop: false, first: '10:00:00:00' },
  { footage: NTSC, rate: 30_000 / 1001, nominal: 30, ntsc: true, drop: true, first: '01:00:00;00' },
  {
    footage: FILM,
    rate: 24_000 / 1001,
    nominal: 24,
    ntsc: true,
    drop: false,
    first: '00:59:50:00',
  },
] as const

const TEXT = `Too dark & "wide" <now>, it's ]]> 字幕 🎬`

/** An open thread on a frame with a reply, and a resolved range. */
const threads = (footage: Footage) => [
  comment(footage, { text: TEXT }),
  comment(footage, {
    _id: 'c2',
    replyTo: 'c1',
    text: 'Will | fix',
    position: { frame: null, range: null },
  }),
  comment(footage, {
    _id: 'c3',
    thread: 'c3',
    text: 'Dust',
    position: { frame: null, range: { first: 50, last: 74 } },
    resolved: { by: ada, date: 1 },
  }),
]

const write = (format: ExportFormat, footage: Footage, comments = threads(footage)) =>
  exportComments(format, offline(footage), comments)!

/** xmldom reports every deviation from well-formed XML. */
function parseXml(text: string): Element {
  const parser = new DOMParser({
    onError: (_level, message) => {
      throw new Error(message)
    },
  })
  return parser.parseFromString(text, 'text/xml').documentElement!
}

const childText = (element: Element, name: string) =>
  element.getElementsByTagName(name).item(0)!.textContent

test('Premiere gets a sequence with its rate, start timecode and markers', () => {
  for (const { footage, nominal, ntsc, drop, first, rate } of CASES) {
    const { name, bytes } = write('premiere', footage)
    assert.equal(name, 'trailer-DE-v2-comments.xml')
    const sequence = parseXml(bytes).getElementsByTagName('sequence').item(0)!
    const timecode = sequence.getElementsByTagName('timecode').item(0)!
    assert.deepEqual(
      ['timebase', 'ntsc'].map((tag) => childText(sequence, tag)),
      [String(nominal), ntsc ? 'TRUE' : 'FALSE'],
    )
    assert.deepEqual(
      ['string', 'frame', 'displayformat'].map((tag) => childText(timecode, tag)),
      [first, String(Timecode(first, rate, drop).frameCount), drop ? 'DF' : 'NDF'],
    )
    const markers = [...sequence.getElementsByTagName('marker')].map((marker) =>
      ['name', 'comment', 'in', 'out'].map((tag) => childText(marker, tag)),
    )
    assert.deepEqual(markers, [
      ['Ada Lang', `Ada Lang: ${TEXT}\nAda Lang: Will | fix`, '30', '-1'],
      ['Ada Lang (resolved)', 'Ada Lang: Dust', '50', '75'],
    ])
  }
})

test('Final Cut Pro gets exact times, to-do markers and completed ones', () => {
  for (const { footage, drop, first, rate, nominal, ntsc } of CASES) {
    const root = parseXml(write('fcpxml', footage).bytes)
    const attribute = (tag: string, name: string) =>
      root.getElementsByTagName(tag).item(0)!.getAttribute(name)!
    const frames = (time: string) => {
      const [, top, bottom] = /^(\d+)\/(\d+)s$/.exec(time)!
      const perFrame = ntsc ? 1001 : 1
      assert.deepEqual(
        [Number(bottom), Number(top) % perFrame],
        [ntsc ? nominal * 1000 : nominal, 0],
      )
      return Number(top) / perFrame
    }
    const start = Timecode(first, rate, drop).frameCount
    assert.equal(frames(attribute('format', 'frameDuration')), 1)
    assert.deepEqual(
      [frames(attribute('sequence', 'tcStart')), attribute('sequence', 'tcFormat')],
      [start, drop ? 'DF' : 'NDF'],
    )
    assert.equal(frames(attribute('gap', 'start')), start)
    const markers = [...root.getElementsByTagName('marker')].map((marker) => [
      frames(marker.getAttribute('start')!) - start,
      frames(marker.getAttribute('duration')!),
      marker.getAttribute('completed'),
      marker.getAttribute('value'),
      marker.getAttribute('note'),
    ])
    assert.deepEqual(markers, [
      [30, 1, '0', `Ada Lang: ${TEXT}`, 'Ada Lang: Will | fix'],
      [50, 25, '1', 'Ada Lang: Dust', null],
    ])
  }
})

test('Resolve gets an event of one frame for each marker, with drop frame timecodes', () => {
  for (const { footage, rate, drop, first } of CASES) {
    const { name, bytes } = write('resolve', footage)
    assert.equal(name, 'trailer-DE-v2-comments-resolve.edl')
    const lines = bytes.split('\r\n')
    assert.equal(lines[1], `FCM: ${drop ? 'DROP FRAME' : 'NON-DROP FRAME'}`)
    const start = Timecode(first, rate, drop).frameCount
    const at = (frame: number) =>
      Timecode(start + frame, rate, drop)
        .toString()
        .replace(';', ':')
    assert.deepEqual(lines.slice(3), [
      `001  001      V     C        ${at(30)} ${at(31)} ${at(30)} ${at(31)}  `,
      `Ada Lang: ${TEXT} / Ada Lang: Will / fix |C:ResolveColorRed |M:Ada Lang |D:1`,
      '',
      `002  001      V     C        ${at(50)} ${at(51)} ${at(50)} ${at(51)}  `,
      'Ada Lang: Dust |C:ResolveColorGreen |M:Ada Lang |D:25',
      '',
      '',
    ])
  }
})

test('OpenTimelineIO gets markers in frames at the exact rate', () => {
  for (const { footage, rate, drop, first } of CASES) {
    const { name, mime, bytes } = write('otio', footage)
    assert.deepEqual(
      [name, mime],
      ['trailer-DE-v2-comments.otio', 'application/json; charset=utf-8'],
    )
    const timeline = JSON.parse(bytes) as {
      OTIO_SCHEMA: string
      global_start_time: object
      tracks: { markers: Record<string, unknown>[] }
    }
    const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value })
    assert.equal(timeline.OTIO_SCHEMA, 'Timeline.1')
    assert.deepEqual(timeline.global_start_time, time(Timecode(first, rate, drop).frameCount))
    assert.deepEqual(
      timeline.tracks.markers.map(({ OTIO_SCHEMA, color, marked_range: range, comment: text }) => [
        OTIO_SCHEMA,
        color,
        range,
        text,
      ]),
      [
        [
          'Marker.2',
          'RED',
          { OTIO_SCHEMA: 'TimeRange.1', start_time: time(30), duration: time(1) },
          `Ada Lang: ${TEXT}\nAda Lang: Will | fix`,
        ],
        [
          'Marker.2',
          'GREEN',
          { OTIO_SCHEMA: 'TimeRange.1', start_time: time(50), duration: time(25) },
          'Ada Lang: Dust',
        ],
      ],
    )
  }
})

test('any text gives well-formed XML, JSON and one note per Resolve event', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, name) => {
      const comments = [comment(PAL, { text: `${text}\n002  AX V C`, from: { ...ada, name } })]
      for (const format of ['premiere', 'fcpxml'] as const)
        assert.equal(
          parseXml(write(format, PAL, comments).bytes).getElementsByTagName('marker').length,
          1,
        )
      JSON.parse(write('otio', PAL, comments).bytes)
      const lines = write('resolve', PAL, comments).bytes.split(/\r\n|[\n\r\u0085\u2028\u2029]/)
      assert.deepEqual(
        [lines.length, lines[4]!.split('|').length, /^[\d*]/.test(lines[4]!)],
        [7, 4, false],
      )
    }),
    { numRuns: 60 },
  ))

test('no editing system gets markers of a film without frames', () => {
  for (const format of ['resolve', 'premiere', 'fcpxml', 'otio'] as const)
    assert.equal(exportComments(format, offline(null), []), undefined)
})
