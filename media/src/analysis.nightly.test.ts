import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Decoder, Demuxer, Encoder } from 'node-av/api'
import { film, folderFor, run } from './test-media.fixture.ts'
import { renderClip, type Clip } from './render-clip.fixture.ts'

const wav = (t: TestContext, sound: string, name = 'a.wav') =>
  film(t, { name, format: 'wav', sound, picks: { audio: 'pcm_s16le' } })

test('measures -23 LUFS for a 1 kHz stereo sine at -23 dBFS (EBU Tech 3341)', async (t) => {
  const path = await wav(
    t,
    `aevalsrc='0.0707946*sin(2*PI*1000*t)|0.0707946*sin(2*PI*1000*t)':c=stereo:s=48000:d=6`,
  )
  const { done, progress } = await run(t, { do: 'sound' }, path)
  assert.ok(Math.abs(done.loudness!.integrated + 23) <= 0.1, String(done.loudness!.integrated))
  assert.ok(Math.abs(done.loudness!.truePeak + 23) <= 0.3, String(done.loudness!.truePeak))
  assert.ok(done.loudness!.range < 0.5)
  assert.deepEqual([done.silent, done.clipped], [[], 0])
  assert.equal(done.peaks.length, 6 * 2 * done.perSecond)
  assert.ok(done.peaks.every((peak, n) => Math.abs(peak - (n % 2 === 0 ? -9 : 9)) <= 1))
  assert.ok(progress.every((fraction) => fraction >= 0 && fraction <= 1))
})

test('finds silent spans, and no loudness for a silent film', async (t) => {
  const gap = await wav(t, `aevalsrc='if(between(t,2,4),0,0.3*sin(2*PI*300*t))':s=48000:d=6`)
  const { done } = await run(t, { do: 'sound' }, gap)
  assert.equal(done.silent.length, 1)
  assert.ok(
    Math.abs(done.silent[0]!.start - 2) < 0.05 && Math.abs(done.silent[0]!.end - 4) < 0.05,
    JSON.stringify(done.silent),
  )
  const nothing = await run(t, { do: 'sound' }, await wav(t, 'anullsrc=r=48000:cl=stereo:d=3'))
  assert.equal(nothing.done.loudness, null)
  assert.deepEqual(nothing.done.silent, [{ start: 0, end: 3 }])
})

test('reports an overdriven sine as clipped, but not one at full scale', async (t) => {
  const driven = await run(
    t,
    { do: 'sound' },
    await wav(t, `aevalsrc='clip(3*sin(2*PI*100*t),-1,1)':s=48000:d=2`),
  )
  assert.ok(driven.done.clipped > 10_000, String(driven.done.clipped))
  const just = await run(
    t,
    { do: 'sound' },
    await wav(t, `aevalsrc='0.99*sin(2*PI*1000*t)':s=48000:d=2`),
  )
  assert.equal(just.done.clipped, 0)
})

test('measures mono and 5.1 alike', async (t) => {
  for (const layout of ['mono', '5.1']) {
    const { done } = await run(
      t,
      { do: 'sound' },
      await film(t, {
        name: 'a.flac',
        format: 'flac',
        sound: `sine=f=1000:b=1:r=48000:d=3,aformat=channel_layouts=${layout}`,
        picks: { audio: 'flac' },
      }),
    )
    assert.ok(done.loudness && done.loudness.integrated > -40, layout)
  }
})

test('measures left and right on two mono tracks together', async (t) => {
  const channel = `aevalsrc='0.0707946*sin(2*PI*1000*t)':c=mono:s=48000:d=6`
  const path = await film(t, {
    name: 'a.mov',
    format: 'mov',
    picture: 'testsrc2=s=64x36:r=25:d=6',
    sound: channel,
    more: channel,
    picks: { audio: 'pcm_s24le' },
  })
  const { done } = await run(t, { do: 'sound' }, path)
  assert.ok(Math.abs(done.loudness!.integrated + 23) <= 0.1, String(done.loudness!.integrated))
  assert.equal(done.peaks.length, 6 * 2 * done.perSecond)
  const [rendition] = (await run(t, { do: 'ladder', heights: [360] }, path)).done
  assert.match(rendition!.codecs, /^avc1\.[0-9a-f]{6},mp4a\.40\.2$/)
  assert.ok(
    Math.abs(rendition!.segments.reduce((sum, { duration }) => sum + duration, 0) - 6) < 0.15,
  )
})

const CLIP: Clip = {
  name: 'clip.mp4',
  seconds: 8,
  width: 320,
  height: 180,
  frameRate: '24000/1001',
  title: 'Le Phare à l’Été',
  scenes: 3,
  sound: 'tones',
  blackHead: 1.5,
  frozenTail: 1.5,
  timecode: '01:00:00:00',
}

test('finds the black head, the cuts and the frozen tail of a film', async (t) => {
  const path = await renderClip(t, CLIP)
  const { done: probe } = await run(t, { do: 'probe' }, path)
  assert.deepEqual(
    [
      probe.video?.width,
      probe.video?.height,
      probe.video?.frameRate,
      probe.timecode,
      probe.copyable,
    ],
    [320, 180, '24000/1001', '01:00:00:00', true],
  )
  const { done } = await run(t, { do: 'picture' }, path)
  const near = (a: number | undefined, b: number) =>
    assert.ok(Math.abs((a ?? -9) - b) < 0.15, `${a} is not near ${b}: ${JSON.stringify(done)}`)
  assert.equal(done.black.length, 1)
  near(done.black[0]!.start, 0)
  near(done.black[0]!.end, 1.5)
  assert.equal(done.frozen.length, 1)
  near(done.frozen[0]!.start, 6.5)
  near(done.frozen[0]!.end, 8)
  assert.equal(done.cuts.length, 3)
  ;[1.5, 1.5 + 5 / 3, 1.5 + 10 / 3].forEach((cut, n) => near(done.cuts[n], cut))
  assert.ok((await run(t, { do: 'sound' }, path)).done.loudness!.integrated > -35)

  const poster = await run(t, { do: 'poster' }, path)
  assert.deepEqual(
    poster.done.map(({ width, height, mime }) => [width, height, mime]),
    [[320, 180, 'image/jpeg']],
  )
  assert.ok((await brightness(join(poster.folder, poster.done[0]!.name))) > 40)
  const black = await run(t, { do: 'poster', seconds: 0.5 }, path)
  assert.ok((await brightness(join(black.folder, black.done[0]!.name))) < 30)

  const board = await run(t, { do: 'storyboard' }, path)
  assert.deepEqual(
    board.done.sheets.map(({ mime }) => mime),
    ['image/jpeg'],
  )
  assert.equal(board.done.cells.length, 4)
  assert.deepEqual(
    board.done.cells.map(({ width, height, sheet }) => [width, height, sheet]),
    Array.from({ length: 4 }, () => [160, 90, 0]),
  )
  assert.deepEqual(
    board.done.cells.map(({ start }) => Math.round(start)),
    [0, 2, 4, 6],
  )
  board.done.cells.forEach((cell, n) =>
    assert.equal(cell.end, board.done.cells[n + 1]?.start ?? probe.duration),
  )
})

test('keeps a transparent PNG, converts an opaque one to JPEG, and enlarges neither', async (t) => {
  const through = await run(
    t,
    { do: 'image', widths: [100, 5000] },
    await png(t, 'color=red@0.5:s=201x101,format=rgba'),
  )
  assert.deepEqual(
    through.done.map(({ mime, width, height }) => [mime, width, height]),
    [
      ['image/png', 100, 50],
      ['image/png', 201, 101],
    ],
  )
  const solid = await run(
    t,
    { do: 'image', widths: [100] },
    await png(t, 'color=red:s=200x100,format=rgba'),
  )
  assert.deepEqual(
    solid.done.map(({ mime, width, height }) => [mime, width, height]),
    [['image/jpeg', 100, 50]],
  )
})

test('rotates a sideways JPEG and removes its location and camera data', async (t) => {
  const path = await exif(t)
  assert.ok((await readFile(path)).includes('SecretCam01'))
  const { done: probe } = await run(t, { do: 'probe' }, path)
  assert.deepEqual([probe.kind, probe.video?.width, probe.video?.height], ['image', 100, 200])
  const { done, folder } = await run(t, { do: 'image', widths: [50] }, path)
  assert.deepEqual([done[0]?.width, done[0]?.height], [50, 100])
  const bytes = await readFile(join(folder, done[0]!.name))
  assert.ok(!bytes.includes('SecretCam01') && !bytes.includes('Exif'))
})

async function still(
  t: TestContext,
  graph: string,
  codec: 'png' | 'mjpeg',
  name: string,
  change: (bytes: Buffer) => Buffer = (bytes) => bytes,
): Promise<string> {
  const path = join(await folderFor(t), name)
  await using input = await Demuxer.open(graph, { format: 'lavfi' })
  using decoder = await Decoder.create(input.video()!)
  for await (using packet of input.packets()) {
    for (using frame of await decoder.decodeAll(packet)) {
      await writeFile(path, change(await Encoder.encodeOne(codec as never, frame)))
      return path
    }
  }
  return path
}
const png = (t: TestContext, graph: string) => still(t, graph, 'png', 'a.png')

/** A JPEG with rotation and camera model in its EXIF data. */
function exif(t: TestContext): Promise<string> {
  const tiff = Buffer.from(
    'MM\0*\0\0\0\x08\0\x02\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\x01\x0f\0\x02\0\0\0\x0c\0\0\0\x26\0\0\0\0SecretCam01\0',
    'latin1',
  )
  const segment = Buffer.concat([
    Buffer.from([0xff, 0xe1, 0, 8 + tiff.length]),
    Buffer.from('Exif\0\0'),
    tiff,
  ])
  return still(t, 'testsrc=s=200x100,format=yuvj420p', 'mjpeg', 'a.jpg', (bytes) =>
    Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)]),
  )
}

async function brightness(path: string): Promise<number> {
  await using input = await Demuxer.open(path, { format: 'jpeg_pipe' })
  using decoder = await Decoder.create(input.video()!)
  for await (using packet of input.packets())
    for (using frame of await decoder.decodeAll(packet))
      return frame.data![0]!.reduce((sum, value) => sum + value, 0) / frame.data![0]!.length
  return 0
}
