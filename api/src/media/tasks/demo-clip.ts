// Generates demo media: colours, a title, a running timecode, and sound that can be measured.
import { stat, writeFile } from 'node:fs/promises'
import { Decoder, Demuxer, Encoder, Muxer } from 'node-av/api'
import { FF_ENCODER_AAC, FF_ENCODER_LIBX264, FF_ENCODER_PNG } from 'node-av/constants'
import {
  Dictionary,
  Rational,
  type FormatContext,
  type Frame,
  type Packet,
  type Stream,
} from 'node-av/lib'
import { fontFilesFor } from '../fonts/font-files.ts'
import type { DemoClip, DemoFilm, DemoLook, OutputFile, TaskReporter } from '../types.ts'
import { workingFolder } from './hls-writer.ts'
import { assFilter, installFonts } from './libass.ts'
import { savePicture, savePixels, saveText } from './overlay.ts'
import { counterScript } from './demo-clip-counter.ts'
import { background, sceneFile, scenesGraph, soundGraph } from './demo-clip-graph.ts'
import { paintActor, paintScene } from './demo-scenes.ts'
import { toSeconds } from './source.ts'
import { writeOutput } from './stills.ts'
import { renderText } from './text-bitmap.ts'

const COUNTER = 'counter.ass'

export async function renderDemoClip(clip: DemoClip, reporter: TaskReporter): Promise<OutputFile> {
  return clip.kind === 'still' ? renderStill(clip) : renderFilm(clip, reporter)
}

async function renderStill({
  name,
  width,
  height,
  title,
}: Extract<DemoClip, { kind: 'still' }>): Promise<OutputFile> {
  await installFonts(await fontFilesFor(title))
  await saveTitle(title, width, height)
  await using input = await Demuxer.open(
    [
      `${background(0, width, height, '25/1', 0.04)}[ground]`,
      'movie=title.png[title]',
      '[ground][title]overlay=x=W*0.07:y=H-h-H*0.09,format=rgb24',
    ].join(';'),
    { format: 'lavfi' },
  )
  using decoder = await Decoder.create(input.video()!)
  for await (using packet of input.packets()) {
    for (using frame of await decoder.decodeAll(packet))
      return await writeOutput(name, 'image/png', await Encoder.encodeOne(FF_ENCODER_PNG, frame))
  }
  throw new Error('The still was not drawn')
}

async function renderFilm(film: DemoFilm, reporter: TaskReporter): Promise<OutputFile> {
  await installFonts(await fontFilesFor(film.title))
  await saveTitle(film.title, film.width, film.height)
  await (film.look ? saveScenes(film, film.look) : saveDisc(film))
  await writeFile(COUNTER, counterScript(film))
  await using input = await Demuxer.open(
    `${scenesGraph(film, assFilter(COUNTER))}[out0];${soundGraph(film)}[out1]`,
    { format: 'lavfi' },
  )
  const out = await Muxer.open(`${workingFolder()}/${film.name}`, {
    format: 'mp4',
    options: { movflags: '+faststart' },
    configure: (context: FormatContext) => setTimecode(context, film),
  } as never)
  using tracks = new DisposableStack()
  const encoders = [
    tracks.use(await videoTrack(input.video()!, out, film)),
    tracks.use(await audioTrack(input.audio()!, out)),
  ]
  for await (using packet of input.packets()) {
    for (const { index, encode } of encoders)
      if (!packet || packet.streamIndex === index) await encode(packet)
    if (packet) reporter.progress(toSeconds(packet), film.seconds)
  }
  for (const { flush } of encoders) await flush()
  await out.close()
  return { name: film.name, mime: 'video/mp4', length: (await stat(film.name)).size }
}

async function videoTrack(stream: Stream, out: Muxer, { frameRate }: DemoFilm) {
  const [num = 25, den = 1] = frameRate.split('/').map(Number)
  const decoder = await Decoder.create(stream)
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    decoder,
    gopSize: Math.round((2 * num) / den),
    options: {
      preset: 'veryfast',
      crf: 20,
      sc_threshold: 0,
      'x264-params': 'open-gop=0:scenecut=0',
    },
  })
  return transcodeTrack(stream, out, decoder, encoder)
}

async function audioTrack(stream: Stream, out: Muxer) {
  const decoder = await Decoder.create(stream)
  const encoder = await Encoder.create(FF_ENCODER_AAC, {
    decoder,
    autoResample: true,
    bitrate: '160k',
  })
  return transcodeTrack(stream, out, decoder, encoder)
}

function transcodeTrack({ index }: Stream, out: Muxer, decoder: Decoder, encoder: Encoder) {
  const track = out.addStream(encoder)
  async function write(frame: Frame | null) {
    for (using packet of await encoder.encodeAll(frame)) await out.writePacket(packet, track)
  }
  return {
    index,
    async encode(packet: Packet | null) {
      for (using frame of await decoder.decodeAll(packet)) await write(frame)
    },
    flush: () => write(null),
    [Symbol.dispose]() {
      decoder.close()
      encoder.close()
    },
  }
}

function setTimecode(
  { streams: [picture] }: FormatContext,
  { timecode: first, frameRate }: DemoFilm,
): void {
  if (!picture || !first) return
  const [num = 25, den = 1] = frameRate.split('/').map(Number)
  // The muxer needs the frame rate of the stream, which node-av leaves empty.
  picture.avgFrameRate = new Rational(num, den)
  picture.metadata = Dictionary.fromObject({ timecode: first })
}

async function saveTitle(title: string, width: number, height: number): Promise<void> {
  const text = await renderText([title], {
    capitalHeight: Math.min(width, height) * 0.085,
    bold: true,
    maxWidth: width * 0.86,
    maxHeight: height,
  })
  await saveText('title.png', text, 0.96)
}

/** Drawn at half the size: they are enlarged once each, and a drawing loses little. */
async function saveScenes({ width, height, scenes }: DemoFilm, look: DemoLook): Promise<void> {
  const size: [number, number] = [Math.round(width * 0.56), Math.round(height * 0.56)]
  for (let n = 0; n < scenes; n++) await savePicture(sceneFile(n), size, paintScene(look, n, size))
  const side = Math.round(Math.min(width, height) * 0.26)
  await savePicture('disc.png', [side, side], paintActor(look, side))
}

/** A soft disc that crosses each scene. */
async function saveDisc({ width, height }: DemoFilm): Promise<void> {
  const side = Math.round(Math.min(width, height) * 0.34)
  const radius = side / 2
  await savePixels('disc.png', side, side, (x, y) => {
    const inside = (radius - Math.hypot(x - radius, y - radius)) / (side * 0.06)
    return [255, Math.round(150 * Math.max(0, Math.min(1, inside)))]
  })
}
