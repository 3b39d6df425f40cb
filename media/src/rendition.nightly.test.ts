import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Decoder, Demuxer } from 'node-av/api'
import { findBox, type Mp4Box } from './formats/mp4-boxes.ts'
import { film, run } from './test-media.fixture.ts'
import type { HlsRendition } from './types.ts'

const bars = (size: string, rate: string, seconds: number) =>
  `testsrc2=s=${size}:r=${rate}:d=${seconds}`
const tone = (seconds: number, layout = 'stereo') =>
  `sine=f=440:b=2:r=48000:d=${seconds},aformat=channel_layouts=${layout}`
type Groups = { rate: string; gop: number; bf?: number; open?: boolean; size?: string }
const grouped = (t: TestContext, { rate, gop, bf = 2, open = false, size = '320x180' }: Groups) =>
  film(t, {
    name: 'a.mp4',
    format: 'mp4',
    picture: bars(size, rate, 9),
    sound: tone(9),
    picks: {
      gop,
      videoOptions: { sc_threshold: 0, bf, 'x264-params': `open-gop=${open ? 1 : 0}` },
    },
  })
async function encode(t: TestContext, path: string, height: 720 | 360 = 360) {
  const { done, folder } = await run(t, { do: 'ladder', heights: [height] }, path)
  return { done: done[0]!, folder }
}
const plain = (t: TestContext, rate: string, gop: number) => grouped(t, { rate, gop })

for (const [rate, gop, bf] of [
  ['25', 50, 2],
  ['25', 37, 3],
  ['24000/1001', 91, 0],
  ['30000/1001', 20, 2],
] as const)
  test(`aligns copied and encoded segments: ${rate} fps, key frames every ${gop}`, async (t) => {
    const path = await grouped(t, { rate, gop, bf, size: '640x368' })
    const copied = await run(t, { do: 'copy' }, path)
    const { done: encoded, folder } = await run(t, { do: 'ladder', heights: [720, 360] }, path)
    const starts = await pictureStartsOf(copied.folder, copied.done)
    assert.equal(starts[0], '0.0000')
    assert.ok(starts.length >= 2, starts.join())
    assert.equal(encoded.length, 2)
    for (const rendition of encoded)
      assert.deepEqual(await pictureStartsOf(folder, rendition), starts)
  })

test('reports segments as they are written, and leaves no other file', async (t) => {
  const path = await plain(t, '25', 50)
  for (const task of [{ do: 'copy' }, { do: 'ladder', heights: [360] }] as const) {
    const { done: results, folder, segments, progress } = await run(t, task, path)
    const done = [results].flat()[0]!
    const { init, width, height, codecs, frameRate } = done
    assert.deepEqual(
      segments,
      done.segments.map((segment) => ({
        segment,
        head: { init, width, height, codecs, frameRate },
        rung: 0,
      })),
    )
    assert.deepEqual(
      progress,
      progress.toSorted((a, b) => a - b),
    )
    assert.deepEqual(
      (await readdir(folder)).toSorted(),
      [done.init, ...done.segments].map(({ name }) => name).toSorted(),
    )
    assert.ok(Math.abs(done.segments.reduce((sum, { duration }) => sum + duration, 0) - 9) < 0.15)
  }
})

test('reports the codecs, bandwidth and size of the segments', async (t) => {
  const path = await plain(t, '24000/1001', 48)
  const { done, folder } = await encode(t, path)
  assert.match(done.codecs, /^avc1\.64[0-9a-f]{4},mp4a\.40\.2$/)
  assert.deepEqual([done.width, done.height, done.frameRate], [320, 180, '24000/1001'])
  const rates = done.segments.map(({ length, duration }) => (length * 8) / duration)
  assert.ok(
    done.bandwidth >= Math.max(...rates.slice(0, 2)) && done.averageBandwidth <= done.bandwidth,
  )
  await using input = await Demuxer.open(await joinSegments(folder, done), { format: 'mov' })
  assert.equal(input.video()?.codecpar.getCodecString(), done.codecs.split(',')[0])
  using decoder = await Decoder.create(input.video()!)
  let frames = 0
  const keys: number[] = []
  for await (using packet of input.packets(input.video()!.index)) {
    if (packet?.isKeyframe) keys.push(frames)
    if (packet) frames++
    for (using _ of await decoder.decodeAll(packet));
  }
  assert.ok(Math.abs(frames - 216) <= 1, String(frames))
  assert.deepEqual(keys, [0, 48, 96, 144, 192])
})

test('encodes segments that decode independently', async (t) => {
  const { done, folder } = await encode(t, await plain(t, '30', 60))
  const alone = await Promise.all(
    [done.init, done.segments[1]!].map(({ name }) => readFile(join(folder, name))),
  )
  await using input = await Demuxer.open(Buffer.concat(alone), { format: 'mov' })
  using decoder = await Decoder.create(input.video()!)
  let frames = 0
  for await (using packet of input.packets(input.video()!.index))
    for (using _ of await decoder.decodeAll(packet)) frames++
  assert.equal(frames, 120)
})

test('never enlarges, limits the shorter side, and makes odd sizes even', async (t) => {
  const cases = [
    ['161x91', 720, [160, 90]],
    ['360x640', 360, [360, 640]],
    ['720x1280', 360, [360, 640]],
  ] as const
  for (const [size, height, expected] of cases) {
    const path = await film(t, {
      name: 'a.mkv',
      format: 'matroska',
      picture: `testsrc=s=${size}:r=10:d=1`,
      picks: { pixels: 'yuv444p' },
    })
    const { done } = await encode(t, path, height)
    assert.deepEqual([done.width, done.height], [...expected])
  }
})

test('encodes rotated phone video upright', async (t) => {
  const path = await film(t, {
    name: 'a.mp4',
    format: 'mp4',
    picture: bars('320x180', '30', 1),
    turned: 90,
  })
  const { done } = await encode(t, path)
  assert.deepEqual([done.width, done.height], [180, 320])
})

test('tone-maps a PQ master for SDR screens', async (t) => {
  const path = await film(t, {
    name: 'a.mp4',
    format: 'mp4',
    picture:
      'testsrc2=s=320x180:r=25:d=1,format=yuv420p10le,setparams=color_trc=smpte2084:colorspace=bt2020nc:color_primaries=bt2020:range=tv',
    picks: {
      video: 'libx265',
      pixels: 'yuv420p10le',
      videoOptions: { preset: 'ultrafast', 'x265-params': 'log-level=none' },
    },
  })
  assert.equal((await run(t, { do: 'probe' }, path)).done.video?.bitDepth, 10)
  const { done, folder } = await encode(t, path)
  await using input = await Demuxer.open(await joinSegments(folder, done), { format: 'mov' })
  const { colorTrc, colorSpace, colorPrimaries } = input.video()!.codecpar
  assert.deepEqual([colorTrc, colorSpace, colorPrimaries], [1, 1, 1])
})

test('mixes 5.1 down to stereo, and encodes audio files', async (t) => {
  const path = await film(t, {
    name: 'a.wav',
    format: 'wav',
    sound: tone(9, '5.1'),
    picks: { audio: 'pcm_s16le' },
  })
  const { done, folder } = await encode(t, path)
  assert.equal(done.codecs, 'mp4a.40.2')
  assert.deepEqual([done.width, done.height, done.frameRate], [null, null, null])
  assert.equal(done.segments.length, 3)
  await using input = await Demuxer.open(await joinSegments(folder, done), { format: 'mov' })
  assert.equal(input.audio()?.codecpar.channels, 2)
})

test('starts at zero for a transport stream that begins at one hour', async (t) => {
  const path = await film(t, {
    name: 'a.ts',
    format: 'mpegts',
    picture: bars('320x180', '25', 5),
    sound: tone(5),
    picks: { gop: 50 },
    options: { mpegts_copyts: 1, output_ts_offset: 3600 },
  })
  const { done, folder } = await encode(t, path)
  assert.equal((await pictureStartsOf(folder, done))[0], '0.0000')
})

test('rejects copying anything but H.264 with AAC', async (t) => {
  const path = await film(t, {
    name: 'a.mov',
    format: 'mov',
    picture: bars('320x180', '25', 1),
    picks: { video: 'prores_ks', pixels: 'yuv422p10le' },
  })
  await assert.rejects(run(t, { do: 'copy' }, path), {
    name: 'MediaError',
    code: 'media.not-copyable',
  })
})

test('does not copy open groups of pictures', async (t) => {
  const path = await grouped(t, { rate: '25', gop: 50, open: true })
  await assert.rejects(run(t, { do: 'copy' }, path), { code: 'media.not-copyable' })
})

async function joinSegments(folder: string, { init, segments }: HlsRendition): Promise<Buffer> {
  return Buffer.concat(
    await Promise.all([init, ...segments].map(({ name }) => readFile(join(folder, name)))),
  )
}

/** For each segment, when its first picture is shown, in seconds. */
async function pictureStartsOf(
  folder: string,
  { init, segments }: HlsRendition,
): Promise<string[]> {
  const head = await readFile(join(folder, init.name))
  const scale = head.readUInt32BE(findBox(head, 'moov/trak/mdia/mdhd')!.start + 12)
  return Promise.all(
    segments.map(async ({ name }) => {
      const bytes = await readFile(join(folder, name))
      return (firstPicture(bytes, findBox(bytes, 'moof/traf')!) / scale).toFixed(4)
    }),
  )
}

/** The decoding time of the fragment and the offset of its first sample, a key frame. */
function firstPicture(bytes: Buffer, fragment: Mp4Box): number {
  const time = findBox(bytes, 'tfdt', fragment)!
  const samples = findBox(bytes, 'trun', fragment)!
  const flags = bytes.readUInt32BE(samples.start) & 0xffffff
  const has = (flag: number) => ((flags & flag) === 0 ? 0 : 4)
  const first = samples.start + 8 + has(0x1) + has(0x4)
  const offset = has(0x800) ? bytes.readInt32BE(first + has(0x100) + has(0x200) + has(0x400)) : 0
  return Number(bytes.readBigUInt64BE(time.start + 4)) + offset
}
