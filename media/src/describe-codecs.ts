// A program that loads the codecs and prints what they are. It decodes nothing.
import { FF_ENCODER_LIBX264 } from 'node-av/constants'
import { Codec, getFFmpegInfo } from 'node-av/lib'
import type { LoadedCodecs } from './codecs.ts'

const { version, configuration } = getFFmpegInfo()
const loaded: LoadedCodecs = {
  version,
  configuration,
  encodesH264: Codec.findEncoderByName(FF_ENCODER_LIBX264) !== null,
}
console.log(JSON.stringify(loaded))
