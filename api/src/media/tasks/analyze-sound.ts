// The sound of a film in one pass: its outline, its loudness after EBU R 128, where it is silent
// and where it clips.
import type { Frame } from 'node-av/lib'
import type { SoundAnalysis, TaskReporter } from '../types.ts'
import { MediaError } from '../media-error.ts'
import { openAudio } from './audio-reader.ts'
import { readPackets, toSeconds, requireAudio, type MediaSource } from './source.ts'
import { createSpanCollector } from './span-collector.ts'

/** Pairs in all: enough to zoom into a reel, few enough for a feature to be sent as one answer. */
const MOST_PAIRS = 100_000
const SILENCE = 'silencedetect=noise=-60dB:duration=1'
/** A run this long at full scale is no chance peak. */
const RUN = 3
const FULL_SCALE = 0.9999

export async function analyzeSound(
  source: MediaSource,
  tell: TaskReporter,
): Promise<SoundAnalysis> {
  const stream = requireAudio(source)
  const perSecond = Math.max(10, Math.min(100, Math.floor(MOST_PAIRS / (source.duration ?? 1))))
  using ears = await openAudio(
    source,
    `aformat=sample_fmts=dbl,ebur128=metadata=1:peak=true,${SILENCE},aformat=sample_fmts=flt`,
  )
  const outline = outlineOf(stream.codecpar.sampleRate, perSecond)
  const clipping = clippingOf()
  const silence = createSpanCollector('lavfi.silence_start', 'lavfi.silence_end')
  let loudness: SoundAnalysis['loudness'] = null
  let end = 0
  const measure = (frame: Frame) => {
    const samples = samplesOf(frame)
    outline.take(samples, frame.channels)
    clipping.take(samples, frame.channels)
    end += frame.nbSamples / frame.sampleRate
    const said = frame.getMetadata().getAll()
    silence.take(said)
    loudness = loudnessOf(said) ?? loudness
  }
  for await (using packet of readPackets(source, ears.streams)) {
    if (source.duration) tell.progress(toSeconds(packet) / source.duration)
    for (using heard of await ears.decode(packet)) measure(heard)
  }
  for (using heard of await ears.decode(null)) measure(heard)
  if (end === 0)
    throw new MediaError(
      'media.unreadable',
      'The sound of the file is damaged and cannot be decoded.',
    )
  return {
    peaks: outline.peaks(),
    perSecond,
    loudness,
    silent: silence.list(end),
    clipped: clipping.count(),
  }
}

function samplesOf(frame: Frame): Float32Array {
  const bytes = frame.toBuffer()
  return new Float32Array(bytes.buffer, bytes.byteOffset, frame.nbSamples * frame.channels)
}

/**
 * Least and greatest of all channels in each step of time. The steps end on whole samples, so that
 * no rounding adds up over two hours.
 */
function outlineOf(sampleRate: number, perSecond: number) {
  const peaks: number[] = []
  let [least, greatest, seen, next] = [0, 0, 0, sampleRate / perSecond]
  const close = () => {
    peaks.push(Math.max(-128, Math.round(least * 128)), Math.min(127, Math.round(greatest * 127)))
    least = greatest = 0
    next = (sampleRate * (peaks.length / 2 + 1)) / perSecond
  }
  return {
    take(samples: Float32Array, channels: number) {
      for (let at = 0; at < samples.length; at += channels) {
        for (let channel = 0; channel < channels; channel++) {
          const value = samples[at + channel]!
          if (value < least) least = value
          else if (value > greatest) greatest = value
        }
        if (++seen >= next) close()
      }
    },
    peaks() {
      if (seen > (sampleRate * peaks.length) / 2 / perSecond) close()
      return peaks
    },
  }
}

function clippingOf() {
  const runs: number[] = []
  let count = 0
  return {
    take(samples: Float32Array, channels: number) {
      for (let at = 0; at < samples.length; at++) {
        const channel = at % channels
        const run = Math.abs(samples[at]!) >= FULL_SCALE ? (runs[channel] ?? 0) + 1 : 0
        runs[channel] = run
        count += run === RUN ? RUN : run > RUN ? 1 : 0
      }
    },
    count: () => count,
  }
}

/** Under -70 LUFS there is nothing to measure: the gate lets nothing through. */
function loudnessOf(said: Record<string, string>): SoundAnalysis['loudness'] | undefined {
  const integrated = Number(said['lavfi.r128.I'])
  if (!(integrated > -70)) return undefined
  const peaks = Object.entries(said)
    .filter(([key]) => key.startsWith('lavfi.r128.true_peaks_ch'))
    .map(([, peak]) => Number(peak))
  return {
    integrated: rounded(integrated),
    range: rounded(Number(said['lavfi.r128.LRA'])),
    truePeak: rounded(20 * Math.log10(Math.max(1e-6, ...peaks))),
  }
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
