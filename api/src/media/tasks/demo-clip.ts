// Invented media for a demonstration: quiet colours, a title, a running time code, and sound that
// can be measured.
import { open, stat } from 'node:fs/promises'
import { Decoder, Demuxer, Encoder, Muxer } from 'node-av/api'
import { FF_ENCODER_AAC, FF_ENCODER_LIBX264, FF_ENCODER_PNG } from 'node-av/constants'
import { Dictionary, Rational, type FormatContext } from 'node-av/lib'
import type { TaskReporter } from '../sandbox/child.ts'
import { lettering } from '../fonts/lettering.ts'
import type { DemoClip, OutputFile } from '../types.ts'
import { workingFolder } from './hls-writer.ts'
import { saveLettering, savePixels } from './overlay.ts'
import { background, scenesGraph, soundGraph } from './demo-clip-graph.ts'
import { toSeconds } from './source.ts'
import { writeOutput } from './stills.ts'

export type DemoFilm = Extract<DemoClip, { kind: 'clip' }>

export async function renderDemoClip(clip: DemoClip, tell: TaskReporter): Promise<OutputFile> {
  return clip.kind === 'still' ? renderStill(clip) : renderFilm(clip, tell)
}

async function renderStill({
  name,
  width,
  height,
  title,
}: Extract<DemoClip, { kind: 'still' }>): Promise<OutputFile> {
  await saveTitle(title, width, height)
  await using input = await Demuxer.open(
    `${background(0, width, height, '25/1', 0.04)}[ground];movie=title.png[title];[ground][title]overlay=x=W*0.07:y=H-h-H*0.09,format=rgb24`,
    { format: 'lavfi' },
  )
  using decoder = await Decoder.create(input.video()!)
  for await (using packet of input.packets()) {
    for (using frame of await decoder.decodeAll(packet))
      return await writeOutput(name, 'image/png', await Encoder.encodeOne(FF_ENCODER_PNG, frame))
  }
  throw new Error('The still was not drawn')
}

async function renderFilm(film: DemoFilm, tell: TaskReporter): Promise<OutputFile> {
  await saveTitle(film.title, film.width, film.height)
  await saveDisc(film)
  await saveCounter(film)
  await using input = await Demuxer.open(`${scenesGraph(film)}[out0];${soundGraph(film)}[out1]`, {
    format: 'lavfi',
  })
  const [picture, sound] = [input.video()!, input.audio()!]
  using eye = await Decoder.create(picture)
  using ear = await Decoder.create(sound)
  const [num = 25, den = 1] = film.frameRate.split('/').map(Number)
  using paint = await Encoder.create(FF_ENCODER_LIBX264, {
    decoder: eye,
    gopSize: Math.round((2 * num) / den),
    options: {
      preset: 'veryfast',
      crf: 20,
      sc_threshold: 0,
      'x264-params': 'open-gop=0:scenecut=0',
    },
  })
  using voice = await Encoder.create(FF_ENCODER_AAC, {
    decoder: ear,
    autoResample: true,
    bitrate: '160k',
  })
  const out = await Muxer.open(`${workingFolder()}/${film.name}`, {
    format: 'mp4',
    options: { movflags: '+faststart' },
    configure: (context: FormatContext) => stampTimecode(context, film),
  } as never)
  const chains = [
    { from: picture.index, decoder: eye, encoder: paint, to: out.addStream(paint) },
    { from: sound.index, decoder: ear, encoder: voice, to: out.addStream(voice) },
  ]

  for await (using packet of input.packets()) {
    for (const { from, decoder, encoder, to } of chains) {
      if (packet && packet.streamIndex !== from) continue
      for (using frame of await decoder.decodeAll(packet))
        for (using coded of await encoder.encodeAll(frame)) await out.writePacket(coded, to)
    }
    if (packet) tell.progress(toSeconds(packet) / film.seconds)
  }
  for (const { encoder, to } of chains)
    for (using coded of await encoder.encodeAll(null)) await out.writePacket(coded, to)
  await out.close()
  return { name: film.name, mime: 'video/mp4', length: (await stat(film.name)).size }
}

function stampTimecode(
  { streams: [picture] }: FormatContext,
  { timecode: first, frameRate }: DemoFilm,
): void {
  if (!picture || !first) return
  const [num = 25, den = 1] = frameRate.split('/').map(Number)
  // The muxer counts by the rate of the stream, and node-av leaves it empty.
  picture.avgFrameRate = new Rational(num, den)
  picture.metadata = Dictionary.fromObject({ timecode: first })
}

async function saveTitle(title: string, width: number, height: number): Promise<void> {
  const capital = Math.min(width, height) * 0.085
  const natural = lettering([title], capital, 1.25)
  await saveLettering(
    'title.png',
    natural.width > width * 0.86
      ? lettering([title], (capital * width * 0.86) / natural.width, 1.25)
      : natural,
    0.96,
  )
}

/** A soft disc that crosses each scene. */
async function saveDisc({ width, height }: DemoFilm): Promise<void> {
  const side = Math.round(Math.min(width, height) * 0.34)
  await savePixels('disc.png', side, side, (x, y) => [
    255,
    Math.round(
      150 *
        Math.max(
          0,
          Math.min(1, (side / 2 - Math.hypot(x - side / 2, y - side / 2)) / (side * 0.06)),
        ),
    ),
  ])
}

/**
 * The time code of each frame as a small grey film of its own (YUV4MPEG, which is a line of text
 * and then pixels).
 */
async function saveCounter(film: DemoFilm): Promise<void> {
  const [num = 25, den = 1] = film.frameRate.split('/').map(Number)
  const capital = Math.max(8, Math.min(film.width, film.height) * 0.03)
  const cell = Math.ceil(capital * 1.05)
  const figures = new Map(
    [...'0123456789:'].map((figure) => [figure, lettering([figure], capital, 1.2)]),
  )
  const [width, height] = [(cell * 11 + 8) & ~1, Math.ceil(capital * 1.9) & ~1]
  await using file = await open('counter.y4m', 'w')
  await file.write(`YUV4MPEG2 W${width} H${height} F${num}:${den} Ip A1:1 Cmono\n`)
  const frames = Math.ceil((film.seconds * num) / den)
  for (let frame = 0; frame < frames; frame++) {
    const pixels = Buffer.alloc(width * height, 24)
    ;[...timecode(frame, Math.round(num / den), film.timecode)].forEach((figure, n) =>
      stamp(pixels, width, figures.get(figure)!, 4 + n * cell, Math.round(-capital * 0.1), cell),
    )
    await file.write(Buffer.concat([Buffer.from('FRAME\n'), pixels]))
  }
}

function stamp(
  pixels: Buffer,
  width: number,
  { cover, width: wide, height: tall }: ReturnType<typeof lettering>,
  left: number,
  top: number,
  cell: number,
): void {
  const middle = left + Math.round((cell - wide) / 2)
  for (let y = 0; y < tall; y++) {
    for (let x = 0; x < wide; x++) {
      const at = (top + y) * width + middle + x
      if (top + y >= 0 && at < pixels.length && cover[y * wide + x]! > 0)
        pixels[at] = Math.max(pixels[at]!, 24 + Math.round(cover[y * wide + x]! * 0.82))
    }
  }
}

/**
 * Non-drop: at 24000/1001 the clock of the frames runs behind that of the wall, as it does in the
 * trade.
 */
function timecode(frame: number, perSecond: number, start = '00:00:00:00'): string {
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = start.split(/[:;]/).map(Number)
  const total = ((hours * 60 + minutes) * 60 + seconds) * perSecond + frames + frame
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return [
    part(total / perSecond / 3600),
    part((total / perSecond / 60) % 60),
    part((total / perSecond) % 60),
    part(total % perSecond),
  ].join(':')
}
