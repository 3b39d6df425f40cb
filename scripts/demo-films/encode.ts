// Encodes a folder of JPEGs and the sound of a film as MP4.
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Decoder, Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api'
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_LOG_ERROR,
  AV_SAMPLE_FMT_FLT,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
} from 'node-av/constants'
import { Dictionary, Frame, Log, Rational, type FormatContext, type Packet } from 'node-av/lib'
import type { FilmKey } from '../../api/demo/data/films.ts'
import { FRAME_RATE } from './cuts.ts'
import { RATE, mixSound } from './sound.ts'

const BLOCK = 1024
Log.setLevel(AV_LOG_ERROR)
const TO_VIDEO = [
  'scale=in_range=pc:in_color_matrix=bt601:out_range=tv:out_color_matrix=bt709',
  'format=yuv420p',
  'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709',
].join(',')
/** A key frame every two seconds, as HLS needs them. */
const VIDEO = {
  gopSize: FRAME_RATE * 2,
  options: { preset: 'veryfast', crf: 29, 'x264-params': 'open-gop=0:scenecut=0:aq-mode=3' },
}

export async function encodeFilm(key: FilmKey, frames: string, path: string) {
  await mkdir(dirname(path), { recursive: true })
  await using stack = new AsyncDisposableStack()
  const out = await Muxer.open(path, {
    format: 'mp4',
    options: { movflags: '+faststart' },
    configure: setTimecode,
  } as never)
  const input = stack.use(
    await Demuxer.open(`${frames}/%05d.jpg`, {
      format: 'image2',
      options: { framerate: String(FRAME_RATE) },
    }),
  )
  const decoder = stack.use(await Decoder.create(input.video()!))
  const picture = stack.use(FilterAPI.create(TO_VIDEO))
  const video = stack.use(
    await Encoder.create(FF_ENCODER_LIBX264, { decoder, filter: picture, ...VIDEO }),
  )
  const sound = stack.use(FilterAPI.create('aformat=sample_fmts=fltp'))
  const audio = stack.use(await Encoder.create(FF_ENCODER_AAC, { filter: sound, bitrate: '112k' }))
  const [videoTrack, audioTrack] = [out.addStream(video), out.addStream(audio)]
  async function write(packets: AsyncIterable<Packet | null>, track: number) {
    for await (using packet of packets) if (packet) await out.writePacket(packet, track)
    await out.writePacket(null, track)
  }
  await Promise.all([
    write(video.packets(picture.frames(decoder.frames(input.packets(0)))), videoTrack),
    write(audio.packets(sound.frames(soundFrames(mixSound(key)))), audioTrack),
  ])
  await out.close()
}

async function* soundFrames(samples: Float32Array): AsyncGenerator<Frame | null> {
  for (let at = 0; at + BLOCK <= samples.length / 2; at += BLOCK)
    yield Frame.fromAudioBuffer(Buffer.from(samples.buffer, at * 8, BLOCK * 8), {
      nbSamples: BLOCK,
      format: AV_SAMPLE_FMT_FLT,
      sampleRate: RATE,
      channelLayout: AV_CHANNEL_LAYOUT_STEREO,
      timeBase: { num: 1, den: RATE },
      pts: BigInt(at),
    })
  yield null
}

/** Films start at one hour, as on a tape. The muxer needs the frame rate for it. */
function setTimecode({ streams: [picture] }: FormatContext) {
  if (!picture) return
  picture.avgFrameRate = new Rational(FRAME_RATE, 1)
  picture.metadata = Dictionary.fromObject({ timecode: '01:00:00:00' })
}
