import assert from 'node:assert/strict'
import { test } from 'node:test'
import { masterPlaylist, mediaPlaylist, storyboardIndex, switchableVariants } from './playlist.ts'

const metadata = {
  width: 1280,
  height: 720,
  codecs: 'avc1.64001f,mp4a.40.2',
  bandwidth: 3_600_000,
  averageBandwidth: 2_900_000,
  frameRate: '24000/1001',
}

test('lists the best variant first with its attributes', () => {
  const text = masterPlaylist(
    [
      { variant: '360p', metadata },
      { variant: '720p', metadata },
      { variant: 'source', metadata },
    ],
    (variant) => `at/${variant}`,
  )
  assert.deepEqual(
    text.split('\n').filter((line) => line.startsWith('at/')),
    ['at/source', 'at/720p', 'at/360p'],
  )
  assert.match(text, /^#EXTM3U\n/)
  assert.match(
    text,
    /#EXT-X-STREAM-INF:BANDWIDTH=3600000,AVERAGE-BANDWIDTH=2900000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2",FRAME-RATE=23.976\nat\/source\n/,
  )
})

test('offers the source only if its segments start where those of the others do', () => {
  const offered = (...segments: Record<string, number[]>[]) =>
    switchableVariants(
      segments.flatMap((lengths) =>
        Object.entries(lengths).map(([variant, durations]) => ({
          variant,
          metadata,
          complete: true,
          segments: durations,
        })),
      ),
    ).map(({ variant }) => variant)
  const encoded = { '720p': [4, 4, 1.5], '360p': [4, 4, 1.5] }
  assert.deepEqual(offered({ source: [4.003, 3.998, 1.6] }, encoded), ['source', '720p', '360p'])
  assert.deepEqual(offered({ source: [4.44, 4.44, 0.6] }, encoded), ['720p', '360p'])
  assert.deepEqual(offered({ source: [8, 1.5] }, encoded), ['720p', '360p'])
  assert.deepEqual(offered({ source: [4.44, 4.44] }), ['source'], 'while nothing else exists')
})

test('offers what plays furthest while nothing is complete', () => {
  const offered = (variants: Record<string, boolean>) =>
    switchableVariants(
      Object.entries(variants).map(([variant, complete]) => ({ variant, metadata, complete })),
    ).map(({ variant }) => variant)
  assert.deepEqual(offered({ '720p': false, '360p': false }), ['720p', '360p'])
  assert.deepEqual(offered({ source: false, '720p': false, '360p': false }), ['source'])
  assert.deepEqual(offered({ source: true, '720p': false, '360p': false }), ['source'])
})

test('lists only known attributes for audio and incomplete renditions', () => {
  assert.match(
    masterPlaylist(
      [{ variant: 'sound', metadata: { ...metadata, width: null, height: null, frameRate: null } }],
      String,
    ),
    /INF:BANDWIDTH=3600000,AVERAGE-BANDWIDTH=2900000,CODECS="[^"]+"\nsound\n$/,
  )
  assert.match(
    masterPlaylist([{ variant: 'marked', metadata: {} }], String),
    /INF:BANDWIDTH=\d+\nmarked\n$/,
  )
})

test('ends the playlist of a complete rendition only', () => {
  const segments = [
    { number: 1, duration: 4 },
    { number: 2, duration: 1.52 },
  ]
  const finished = mediaPlaylist(segments, true, (number) => `part/${number}`)
  assert.match(
    finished,
    /#EXT-X-TARGETDURATION:4\n[^]*PLAYLIST-TYPE:VOD\n#EXT-X-MAP:URI="part\/0"\n#EXTINF:4.000000,\npart\/1\n#EXTINF:1.520000,\npart\/2\n#EXT-X-ENDLIST\n$/,
  )
  const growing = mediaPlaylist(segments, false, (number) => `part/${number}`)
  assert.match(growing, /PLAYLIST-TYPE:EVENT\n/)
  assert.ok(!growing.includes('ENDLIST'))
})

test('declares a target duration that no segment exceeds', () => {
  assert.match(
    mediaPlaylist(
      [
        { number: 1, duration: 10.4 },
        { number: 2, duration: 9.6 },
      ],
      true,
      String,
    ),
    /TARGETDURATION:10\n/,
  )
})

test('maps times to cells of storyboard sheets', () => {
  const cell = { width: 160, height: 90, x: 0, y: 0 }
  assert.equal(
    storyboardIndex(
      [
        { ...cell, start: 0, end: 2.5, sheet: 0 },
        { ...cell, x: 160, start: 3661.0004, end: 3662, sheet: 1 },
      ],
      (sheet) => `s${sheet}`,
    ),
    'WEBVTT\n\n00:00:00.000 --> 00:00:02.500\ns0#xywh=0,0,160,90\n\n01:01:01.000 --> 01:01:02.000\ns1#xywh=160,0,160,90\n\n',
  )
})
