// Builders of probed files and orders for the delivery checks.
import type { PictureAnalysis, Probe, SoundAnalysis, VideoTrack } from '../types.ts'
import { lint } from './lint.ts'
import type { DeliveryContext, AnalyzedFile, OrderedUse } from './lint-types.ts'

export const video = (more: Partial<VideoTrack> = {}): VideoTrack => ({
  codec: 'h264',
  profile: null,
  width: 1920,
  height: 1080,
  frameRate: '25/1',
  scan: 'progressive',
  pixelFormat: 'yuv420p',
  bitDepth: 8,
  bitRate: null,
  aspect: '16:9',
  ...more,
})
export const probe = (more: Partial<Probe> = {}): Probe => ({
  kind: 'video',
  format: 'mov',
  duration: 60,
  bitRate: null,
  timecode: null,
  video: video(),
  audio: [
    {
      codec: 'aac',
      channels: 2,
      layout: 'stereo',
      sampleRate: 48_000,
      bitRate: null,
      language: null,
    },
  ],
  copyable: true,
  ...more,
})
export const picture = (more: Partial<PictureAnalysis> = {}): PictureAnalysis => ({
  cuts: [],
  black: [],
  frozen: [],
  ...more,
})
export const sound = (more: Partial<SoundAnalysis> = {}): SoundAnalysis => ({
  peaks: [],
  perSecond: 0,
  loudness: { integrated: -23, range: 5, truePeak: -3 },
  silent: [],
  clipped: 0,
  ...more,
})
export const analyzedFile = (more: Partial<AnalyzedFile> = {}): AnalyzedFile => ({
  probe: probe(),
  picture: picture(),
  sound: sound(),
  mime: 'video/mp4',
  name: 'film.mp4',
  ...more,
})
export const ordered = (
  orders: [use: string, detail?: string][],
  more: Partial<DeliveryContext> = {},
): DeliveryContext => ({
  as: 'delivery',
  use: null,
  category: 'av',
  orders: orders.map(([use, detail]): OrderedUse => ({ use, detail: detail ?? null })),
  standard: 'PAL',
  original: probe(),
  ...more,
})
export const codes = (...args: Parameters<typeof lint>) => lint(...args).map(({ code }) => code)
export const withVideo = (more: Partial<VideoTrack>) =>
  analyzedFile({ probe: probe({ video: video(more) }) })
export const withLoudness = (integrated: number, truePeak = -3) =>
  analyzedFile({ sound: sound({ loudness: { integrated, range: 5, truePeak } }) })
