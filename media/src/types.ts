// Results of the media engine. Types only, because contracts and rules use them in the browser too.

export type Probe = {
  kind: 'video' | 'audio' | 'image'
  /** Detected from the first bytes. */
  format: ContainerFormat
  /** Seconds. */
  duration: number | null
  bitRate: number | null
  /** '01:00:00:00', from the file. */
  timecode: string | null
  video: VideoTrack | null
  audio: AudioTrack[]
  /**
   * The HLS rendition needs no encoding: H.264 4:2:0 8 bit with regular key frames, AAC or no
   * sound.
   */
  copyable: boolean
}
export type ContainerFormat =
  | 'mov'
  | 'matroska'
  | 'mxf'
  | 'avi'
  | 'mpegts'
  | 'mpeg'
  | 'flv'
  | 'asf'
  | 'wav'
  | 'aiff'
  | 'mp3'
  | 'aac'
  | 'flac'
  | 'ogg'
  | 'png'
  | 'jpeg'
  | 'gif'
  | 'webp'
  | 'bmp'
  | 'tiff'
  | 'dpx'
  | 'exr'
export type VideoTrack = {
  codec: string
  profile: string | null
  /** After rotation, before correction of the pixel aspect ratio. */
  width: number
  height: number
  /** A rational: '24000/1001', '25/1'. */
  frameRate: string
  scan: 'progressive' | 'interlaced' | 'unknown'
  pixelFormat: string
  bitDepth: number | null
  bitRate: number | null
  /** Display aspect ratio: '16:9'. */
  aspect: string
}
export type AudioTrack = {
  codec: string
  channels: number
  layout: string
  sampleRate: number
  bitRate: number | null
  language: string | null
}

/** Seconds from the start. */
export type TimeSpan = { start: number; end: number }
export type PictureAnalysis = { cuts: number[]; black: TimeSpan[]; frozen: TimeSpan[] }
export type SoundAnalysis = {
  /** Pairs of minimum and maximum, each from -128 to 127. */
  peaks: number[]
  /** Pairs per second. */
  perSecond: number
  loudness: { integrated: number; range: number; truePeak: number } | null
  silent: TimeSpan[]
  /** Number of samples in runs at full scale. */
  clipped: number
}

/** A file in the output folder of the task. */
export type OutputFile = { name: string; mime: string; length: number }
export type ImageFile = OutputFile & { width: number; height: number }
export type SegmentFile = OutputFile & { duration: number }
export type HlsRendition = {
  init: OutputFile
  segments: SegmentFile[]
  width: number | null
  height: number | null
  /** The CODECS attribute of a playlist (RFC 6381). */
  codecs: string
  bandwidth: number
  averageBandwidth: number
  frameRate: string | null
}
/** What is known about a rendition before its last segment. */
export type HlsHead = Pick<HlsRendition, 'init' | 'width' | 'height' | 'codecs' | 'frameRate'>
/** The same film twice, with opposite invisible marks and equal initialization segments. */
export type TraceableRendition = { a: HlsRendition; b: HlsRendition }
/** Grey frames of 16 bits at a constant rate, one after the other. */
export type Thumbnails = { frames: OutputFile; rate: number; count: number }
/**
 * What two cuts of a film are compared by. Both files are compressed. Each frame of `picture` is the
 * difference to the one before. `sound` has three bytes per value; it is null without sound.
 */
export type Fingerprint = {
  picture: OutputFile
  sound: OutputFile | null
  /** A rational: '24000/1001', '25/1'. */
  frameRate: string
  count: number
}
/** A part of the sound: mono, 16 kHz. Times in seconds. */
export type SpeechFile = OutputFile & { start: number; seconds: number }
export type StoryboardCell = TimeSpan & {
  sheet: number
  x: number
  y: number
  width: number
  height: number
}
export type Storyboard = { sheets: OutputFile[]; cells: StoryboardCell[] }

/**
 * The frame of a deliverable. `aspect` is set for non-square pixels: the display aspect ratio, width
 * over height.
 */
export type FrameSize = { width: number; height: number; aspect?: number }
