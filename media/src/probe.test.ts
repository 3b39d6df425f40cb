import assert from 'node:assert/strict'
import { test } from 'node:test'
import { film, run } from './test-media.fixture.ts'

const bars = (size: string, rate: string, seconds: number) =>
  `testsrc2=s=${size}:r=${rate}:d=${seconds}`
const tone = (seconds: number, layout = 'stereo', rate = 48_000) =>
  `sine=f=440:r=${rate}:d=${seconds},aformat=channel_layouts=${layout}`

test('reports 23.976 fps and the timecode exactly, and that the film is copyable', async (t) => {
  const path = await film(t, {
    name: 'a.mp4',
    format: 'mp4',
    picture: bars('320x180', '24000/1001', 3),
    sound: tone(3),
    picks: { gop: 48 },
    timecode: { first: '01:00:00:00', rate: [24_000, 1001] },
  })
  const { done } = await run(t, { do: 'probe' }, path)
  assert.equal(done.kind, 'video')
  assert.equal(done.format, 'mov')
  assert.equal(done.timecode, '01:00:00:00')
  assert.ok(Math.abs(done.duration! - 3) < 0.1, String(done.duration))
  assert.deepEqual(
    { ...done.video, bitRate: 0, profile: '' },
    {
      codec: 'h264',
      profile: '',
      width: 320,
      height: 180,
      frameRate: '24000/1001',
      scan: 'progressive',
      pixelFormat: 'yuv420p',
      bitDepth: 8,
      bitRate: 0,
      aspect: '16:9',
    },
  )
  assert.deepEqual(
    { ...done.audio[0], bitRate: 0 },
    { codec: 'aac', channels: 2, layout: 'stereo', sampleRate: 48_000, bitRate: 0, language: null },
  )
  assert.equal(done.copyable, true)
})

test('reports 10 bit 4:2:2 with 5.1 PCM as not copyable', async (t) => {
  const path = await film(t, {
    name: 'a.mov',
    format: 'mov',
    picture: bars('192x108', '25', 1),
    sound: tone(1, '5.1'),
    picks: { video: 'prores_ks', audio: 'pcm_s24le', pixels: 'yuv422p10le' },
  })
  const { done } = await run(t, { do: 'probe' }, path)
  assert.equal(done.video?.codec, 'prores')
  assert.equal(done.video.bitDepth, 10)
  assert.equal(done.video.frameRate, '25/1')
  assert.equal(done.audio[0]?.channels, 6)
  assert.match(done.audio[0].layout, /^5\.1/)
  assert.equal(done.copyable, false)
})

test('reports interlaced video', async (t) => {
  const path = await film(t, {
    name: 'a.mxf',
    format: 'mxf',
    picture: `testsrc2=s=720x576:r=50:d=1,tinterlace=interleave_top,fieldorder=tff`,
    picks: {
      video: 'mpeg2video',
      pixels: 'yuv422p',
      videoOptions: { flags: '+ildct+ilme', b: 8_000_000 },
    },
    timecode: { first: '10:00:00:00', rate: [25, 1] },
  })
  const { done } = await run(t, { do: 'probe' }, path)
  assert.equal(done.format, 'mxf')
  assert.equal(done.timecode, '10:00:00:00')
  assert.equal(done.video?.scan, 'interlaced')
  assert.equal(done.video.frameRate, '25/1')
})

test('reports the rotated size of phone video, and odd sizes unchanged', async (t) => {
  const turned = await film(t, {
    name: 'a.mp4',
    format: 'mp4',
    picture: bars('320x180', '30', 1),
    turned: 90,
  })
  const portrait = (await run(t, { do: 'probe' }, turned)).done
  assert.deepEqual(
    [portrait.video?.width, portrait.video?.height, portrait.video?.aspect, portrait.copyable],
    [180, 320, '9:16', false],
  )
  const odd = await film(t, {
    name: 'a.mkv',
    format: 'matroska',
    picture: 'testsrc=s=161x91:r=25:d=1',
    picks: { pixels: 'yuv444p' },
  })
  const { video, format } = (await run(t, { do: 'probe' }, odd)).done
  assert.deepEqual([format, video?.width, video?.height], ['matroska', 161, 91])
})

for (const [name, format, codec, layout] of [
  ['a.wav', 'wav', 'pcm_s16le', 'mono'],
  ['a.mp3', 'mp3', 'libmp3lame', 'stereo'],
  ['a.flac', 'flac', 'flac', 'stereo'],
] as const) {
  test(`${name} is audio, ${layout}, without video`, async (t) => {
    const path = await film(t, {
      name,
      format,
      sound: tone(2, layout, 44_100),
      picks: { audio: codec },
    })
    const { done } = await run(t, { do: 'probe' }, path)
    assert.equal(done.kind, 'audio')
    assert.equal(done.format, format)
    assert.ok(Math.abs(done.duration! - 2) < 0.1)
    assert.deepEqual(
      [done.audio[0]?.layout, done.audio[0]?.sampleRate, done.video],
      [layout, 44_100, null],
    )
    await assert.rejects(run(t, { do: 'poster' }, path), {
      name: 'MediaError',
      code: 'media.no-picture',
    })
  })
}

test('is not copyable if key frames are a minute apart', async (t) => {
  const path = await film(t, {
    name: 'a.mp4',
    format: 'mp4',
    picture: bars('64x36', '5', 30),
    picks: { gop: 1000, videoOptions: { sc_threshold: 0 } },
  })
  assert.equal((await run(t, { do: 'probe' }, path)).done.copyable, false)
})
