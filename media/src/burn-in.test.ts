import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Decoder, Demuxer } from 'node-av/api'
import type { Frame } from 'node-av/lib'
import { AV_PIX_FMT_YUVA444P12LE } from 'node-av/constants'
import { film, run } from './test-media.fixture.ts'
import { MediaError } from './engine.ts'
import { fontFiles } from '@reelay/fonts/files'
import { fontFor, typefaceFor } from '@reelay/fonts'
import { findMissingGlyphs } from '@reelay/fonts/glyphs'
import type { Typeface } from '@reelay/fonts'
import type { FrameSize } from './types.ts'

const WIDE = { width: 320, height: 180 }
const GREY = 64
const grey = (t: TestContext) =>
  film(t, {
    name: 'grey.mp4',
    format: 'mp4',
    picture: 'color=c=0x404040:s=320x180:r=25:d=1.6',
    sound: 'sine=frequency=440:duration=1.6',
  })

/** From 0.4 to 1.2 seconds, 20 pixels high, below in the middle. */
const script = ({ width, height }: FrameSize, typeface: Typeface, text: string) => `[Script Info]
ScriptType: v4.00+
PlayResX: ${width}
PlayResY: ${height}

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BackColour, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,${fontFor(typeface).family},20,&H00FFFFFF,&H00000000,&H00000000,1,1,0,2,16,16,12,-1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:00.40,0:00:01.20,Default,,0,0,0,,${text}
`

async function burned(
  t: TestContext,
  text: string,
  {
    typeface = 'latin',
    frame = WIDE,
    input,
  }: { typeface?: Typeface; frame?: FrameSize; input?: string } = {},
) {
  const { done, folder, progress } = await run(
    t,
    { do: 'burn-in', script: script(frame, typeface, text), typeface, frame },
    input ?? (await grey(t)),
  )
  return { path: join(folder, done.name), progress }
}

type Luma = { width: number; height: number; at: (x: number, y: number) => number }

type PixelReader = (frame: Frame) => Luma['at']

/** The brightness of each pixel. */
const readLuma: PixelReader = (frame) => {
  const [plane, line] = [Buffer.from(frame.data![0]!), frame.linesize[0]!]
  return (x, y) => plane[y * line + x]!
}

/** How opaque each pixel is, from 0 to 255. */
const readAlpha: PixelReader = (frame) => {
  const [plane, line] = [Buffer.from(frame.data![3]!), frame.linesize[3]!]
  const depth = frame.format === AV_PIX_FMT_YUVA444P12LE ? 4 : 2
  return (x, y) => plane.readUInt16LE(y * line + 2 * x) >> depth
}

/** The pixels of the frame shown at a time. */
async function pixelsAt(path: string, seconds: number, read: PixelReader): Promise<Luma> {
  await using input = await Demuxer.open(path)
  const stream = input.video()!
  using decoder = await Decoder.create(stream)
  for await (using frame of decoder.frames(input.packets(stream.index))) {
    if (!frame || (Number(frame.pts) * frame.timeBase.num) / frame.timeBase.den < seconds - 0.001)
      continue
    return { width: frame.width, height: frame.height, at: read(frame) }
  }
  throw new Error(`No frame at ${seconds} seconds`)
}
const lumaAt = (path: string, seconds: number) => pixelsAt(path, seconds, readLuma)
const alphaAt = (path: string, seconds: number) => pixelsAt(path, seconds, readAlpha)

const pixels = ({ width, height, at }: Luma) =>
  Array.from({ length: width * height }, (_, n) => ({
    x: n % width,
    y: Math.floor(n / width),
    light: at(n % width, Math.floor(n / width)),
  }))
const bright = (luma: Luma) => pixels(luma).filter(({ light }) => light > 190)

test('draws subtitles at their times inside the safe area, and changes nothing else', async (t) => {
  const input = await grey(t)
  const { path, progress } = await burned(t, 'Größe und {\\i1}Ärger{\\i0}\\Nin zwei Zeilen', {
    input,
  })
  const letters = bright(await lumaAt(path, 0.8))
  assert.ok(letters.length > 150, `${letters.length} bright pixels`)
  assert.ok(letters.every(({ x, y }) => x >= 16 && x < 304 && y >= 90 && y < 168))
  for (const seconds of [0.2, 1.4]) {
    const [with_, without] = [await lumaAt(path, seconds), await lumaAt(input, seconds)]
    assert.ok(
      pixels(with_).every(({ x, y, light }) => Math.abs(light - without.at(x, y)) <= 3),
      `at ${seconds} seconds`,
    )
  }
  assert.ok(progress.every((fraction, n) => fraction <= 1 && fraction >= (progress[n - 1] ?? 0)))
  const { done: probe } = await run(t, { do: 'probe' }, path)
  assert.deepEqual(
    [
      probe.video?.codec,
      probe.video?.profile,
      probe.video?.pixelFormat,
      probe.video?.frameRate,
      probe.audio[0]?.codec,
      probe.audio[0]?.sampleRate,
    ],
    ['h264', 'High', 'yuv420p', '25/1', 'aac', 48_000],
  )
  assert.ok(Math.abs(probe.duration! - 1.6) < 0.1)
})

test('letterboxes a landscape film in a portrait frame', async (t) => {
  const { path } = await burned(t, 'Hoch', { frame: { width: 180, height: 320 } })
  const luma = await lumaAt(path, 1.4)
  assert.deepEqual([luma.width, luma.height], [180, 320])
  const row = (y: number) => luma.at(90, y)
  assert.ok(row(40) < 24 && row(280) < 24, 'bars')
  assert.ok(Math.abs(row(160) - GREY - 7) < 12, 'film')
})

test('keeps the shape of the picture with non-square pixels', async (t) => {
  const { path } = await burned(t, 'Breit', { frame: { width: 180, height: 144, aspect: 16 / 9 } })
  const { done: probe } = await run(t, { do: 'probe' }, path)
  assert.deepEqual(
    [probe.video?.width, probe.video?.height, probe.video?.aspect],
    [180, 144, '16:9'],
  )
})

test('joins Arabic letters and draws them from right to left', async (t) => {
  const input = await grey(t)
  const drawn = async (text: string) =>
    bright(
      await lumaAt((await burned(t, `{\\fs44}${text}`, { typeface: 'arabic', input })).path, 0.8),
    )
  const width = (letters: { x: number }[]) =>
    Math.max(...letters.map(({ x }) => x)) - Math.min(...letters.map(({ x }) => x))
  const [joined, apart] = [await drawn('سلسلة'), await drawn([...'سلسلة'].join('\u200c'))]
  assert.ok(joined.length > 40, `${joined.length} bright pixels`)
  assert.ok(width(apart) > width(joined) * 1.1, `${width(apart)} beside ${width(joined)}`)
  // The tall letter comes first, so it is on the right.
  const tall = await drawn('لسسس')
  const top = Math.min(...tall.map(({ y }) => y))
  const [least, most] = [Math.min(...tall.map(({ x }) => x)), Math.max(...tall.map(({ x }) => x))]
  assert.ok(tall.filter(({ y }) => y === top).every(({ x }) => x > (least + most) / 2))
})

test('rejects letters that no font has, and names them', async (t) => {
  await assert.rejects(
    burned(t, 'தமிழ்'),
    (error: Error) =>
      error instanceof MediaError &&
      error.code === 'media.no-letters' &&
      error.message.includes('த'),
  )
})

test('has the letters of each language, Latin, digits and music notes in every typeface', async () => {
  const samples: Record<string, string> = {
    deu: 'Größe „Ärger“ … – €',
    ell: 'Ελληνικά',
    rus: 'Русский',
    vie: 'Tiếng Việt',
    ara: 'العربية ٣',
    fas: 'فارسی پژگچ',
    heb: 'עִבְרִית',
    jpn: '日本語ひらカタ。',
    kor: '한국어',
    zho: '简体中文',
    tha: 'ภาษาไทย',
    hin: 'हिन्दी।',
  }
  for (const [language, text] of Object.entries(samples))
    assert.deepEqual(
      await findMissingGlyphs(`${text} Anna 2024 ♪`, fontFiles(typefaceFor(language, ''))),
      [],
      language,
    )
  assert.deepEqual(await findMissingGlyphs('תa', fontFiles('latin')), ['ת'])
})

test('chooses simplified or traditional Chinese by territory', () => {
  assert.deepEqual(
    ['CN', 'TW', 'HK'].map((territory) => typefaceFor('zho', territory)),
    ['simplified', 'traditional', 'traditional'],
  )
  assert.deepEqual(
    [typefaceFor('deu', 'DE'), typefaceFor('', ''), typefaceFor('heb', 'IL')],
    ['latin', 'latin', 'hebrew'],
  )
})

test('draws graphics alone on a transparent picture, as long as the film', async (t) => {
  const { done, folder } = await run(
    t,
    { do: 'graphics', script: script(WIDE, 'latin', 'Demnächst'), typeface: 'latin', frame: WIDE },
    await grey(t),
  )
  const path = join(folder, done.name)
  const opaque = pixels(await alphaAt(path, 0.8)).filter(({ light }) => light > 190)
  assert.ok(opaque.length > 100, `${opaque.length} opaque pixels`)
  assert.ok(opaque.every(({ x, y }) => x >= 16 && x < 304 && y >= 90 && y < 172))
  for (const seconds of [0.2, 1.4])
    assert.ok(pixels(await alphaAt(path, seconds)).every(({ light }) => light < 3))
  const { done: probe } = await run(t, { do: 'probe' }, path)
  assert.deepEqual(
    [probe.format, probe.video?.codec, probe.video?.profile, probe.video?.frameRate],
    ['mov', 'prores', '4444', '25/1'],
  )
  assert.match(probe.video!.pixelFormat, /^yuva444p/)
  assert.ok(Math.abs(probe.duration! - 1.6) < 0.1)
})
