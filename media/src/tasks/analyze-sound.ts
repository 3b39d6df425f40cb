// Analyzes the sound of a film in one pass: waveform, loudness (EBU R 128), silence and clipping.
import type { Frame } from 'node-av/lib'
import type { TaskReporter } from '../task.ts'
import type { SoundAnalysis } from '../types.ts'
import { MediaError } from '../media-error.ts'
import { openAudio } from './audio-reader.ts'
import { readPackets, toSeconds, requireAudio, type MediaSource } from './source.ts'
import { createSpanCollector } from './span-collector.ts'

/** Waveform pairs: enough to zoom into a reel, and a feature still fits into one response. */
const MAX_PAIRS = 100_000
const SILENCE = 'silencedetect=noise=-60dB:duration=1'
/** Consecutive samples at full scale that count as clipping. */
const MIN_RUN = 3
const FULL_SCALE = 0.9999

export async function analyzeSound(
  source: MediaSource,
  reporter: TaskReporter,
): Promise<SoundAnalysis> {
  const stream = requireAudio(source)
  const perSecond = Math.max(10, Math.min(100, Math.floor(MAX_PAIRS / (source.duration ?? 1))))
  using audio = await openAudio(
    source,
    `aformat=sample_fmts=dbl,ebur128=metadata=1:peak=true,${SILENCE},aformat=sample_fmts=flt`,
  )
  const waveform = createWaveform(stream.codecpar.sampleRate, perSecond)
  const clipping = createClippingCounter()
  const silence = createSpanCollector('lavfi.silence_start', 'lavfi.silence_end')
  let loudness: SoundAnalysis['loudness'] = null
  let end = 0
  const measure = (frame: Frame) => {
    const samples = samplesOf(frame)
    waveform.add(samples, frame.channels)
    clipping.add(samples, frame.channels)
    end += frame.nbSamples / frame.sampleRate
    const metadata = frame.getMetadata().getAll()
    silence.add(metadata)
    loudness = loudnessOf(metadata) ?? loudness
  }
  for await (using packet of readPackets(source, audio.streams)) {
    reporter.progress(toSeconds(packet), source.duration)
    for (using frame of await audio.decode(packet)) measure(frame)
  }
  for (using frame of await audio.decode(null)) measure(frame)
  if (end === 0)
    throw new MediaError('media.unreadable', 'The sound is damaged and cannot be decoded.')
  return {
    peaks: waveform.peaks(),
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
 * Minimum and maximum over all channels in each interval. Intervals end on whole samples, so that
 * rounding errors do not add up over two hours.
 */
function createWaveform(sampleRate: number, perSecond: number) {
  const peaks: number[] = []
  let [min, max, seen, next] = [0, 0, 0, sampleRate / perSecond]
  const closeInterval = () => {
    peaks.push(Math.max(-128, Math.round(min * 128)), Math.min(127, Math.round(max * 127)))
    min = max = 0
    next = (sampleRate * (peaks.length / 2 + 1)) / perSecond
  }
  return {
    add(samples: Float32Array, channels: number) {
      for (let index = 0; index < samples.length; index += channels) {
        for (let channel = 0; channel < channels; channel++) {
          const value = samples[index + channel]!
          if (value < min) min = value
          else if (value > max) max = value
        }
        if (++seen >= next) closeInterval()
      }
    },
    peaks() {
      if (seen > (sampleRate * peaks.length) / 2 / perSecond) closeInterval()
      return peaks
    },
  }
}

function createClippingCounter() {
  const runs: number[] = []
  let count = 0
  return {
    add(samples: Float32Array, channels: number) {
      for (let index = 0; index < samples.length; index++) {
        const channel = index % channels
        const run = Math.abs(samples[index]!) >= FULL_SCALE ? (runs[channel] ?? 0) + 1 : 0
        runs[channel] = run
        count += run === MIN_RUN ? MIN_RUN : run > MIN_RUN ? 1 : 0
      }
    },
    count: () => count,
  }
}

/** Below -70 LUFS the gate of EBU R 128 passes nothing, so there is no measurement. */
function loudnessOf(metadata: Record<string, string>): SoundAnalysis['loudness'] | undefined {
  const integrated = Number(metadata['lavfi.r128.I'])
  if (!(integrated > -70)) return undefined
  const peaks = Object.entries(metadata)
    .filter(([key]) => key.startsWith('lavfi.r128.true_peaks_ch'))
    .map(([, peak]) => Number(peak))
  return {
    integrated: rounded(integrated),
    range: rounded(Number(metadata['lavfi.r128.LRA'])),
    truePeak: rounded(20 * Math.log10(Math.max(1e-6, ...peaks))),
  }
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
