// What the media engine is asked and what it answers. Types only: contracts and rules of the
// browser read them too.

export type Probe = {
  kind: 'video' | 'audio' | 'image'
  /** Our name of the container, from the first bytes. */
  format: ContainerFormat
  /** Seconds. */
  duration: number | null
  bitRate: number | null
  /** '01:00:00:00', as the file says it. */
  timecode: string | null
  video: VideoTrack | null
  audio: AudioTrack[]
  /**
   * The HLS rendition can be cut from the file as it is: H.264 4:2:0 8 bit with regular key frames,
   * AAC or no sound.
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
  /** As shown: rotation is already applied, the shape of the pixels is not. */
  width: number
  height: number
  /** A rational, always: '24000/1001', '25/1'. */
  frameRate: string
  scan: 'progressive' | 'interlaced' | 'unknown'
  pixelFormat: string
  bitDepth: number | null
  bitRate: number | null
  /** Of the picture as shown: '16:9'. */
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
  /** Pairs of least and greatest, each -128 to 127. */
  peaks: number[]
  /** How many pairs a second. */
  perSecond: number
  loudness: { integrated: number; range: number; truePeak: number } | null
  silent: TimeSpan[]
  /** Samples that stand at full scale in runs. */
  clipped: number
}

/** A file left in the job's folder. */
export type OutputFile = { name: string; mime: string; length: number }
export type ImageFile = OutputFile & { width: number; height: number }
export type SegmentFile = OutputFile & { duration: number }
export type HlsRendition = {
  init: OutputFile
  segments: SegmentFile[]
  width: number | null
  height: number | null
  /** RFC 6381, as a playlist's CODECS wants it. */
  codecs: string
  bandwidth: number
  averageBandwidth: number
  frameRate: string | null
}
export type StoryboardCell = TimeSpan & {
  sheet: number
  x: number
  y: number
  width: number
  height: number
}
export type Storyboard = { sheets: OutputFile[]; cells: StoryboardCell[] }

/** Invented media for a demonstration. */
export type DemoClip =
  | {
      kind: 'clip'
      /** Of the file to leave, with its ending: 'trailer.mp4'. */
      name: string
      seconds: number
      width: number
      height: number
      frameRate: '24/1' | '25/1' | '30/1' | '50/1' | '24000/1001' | '30000/1001'
      title: string
      /** How many pictures, hard cuts between them. */
      scenes: number
      sound: 'tones' | 'speech-like' | 'silent'
      /** Seconds of black before the first scene. */
      blackHead?: number
      /** Seconds for which the last frame stands still. */
      frozenTail?: number
      /** Of the first frame, '01:00:00:00'. */
      timecode?: string
    }
  | { kind: 'still'; name: string; width: number; height: number; title: string }

/** Which fonts text is burned in with (`fonts.ts`). */
export type Typeface =
  | 'latin'
  | 'arabic'
  | 'hebrew'
  | 'japanese'
  | 'korean'
  | 'simplified'
  | 'traditional'
  | 'thai'
  | 'devanagari'
export type Font = {
  /** As the font calls itself. */
  family: string
  direction: 'ltr' | 'rtl'
  /**
   * libass takes a size to be that of a row, and rows of scripts with marks above and below are
   * taller: by this their letters are as large as Latin ones.
   */
  scale: number
}
/**
 * The picture of a version that is sent out. `aspect` where its pixels are not square: that of the
 * whole picture as shown, width over height.
 */
export type FrameSize = { width: number; height: number; aspect?: number }

export type MediaTask =
  | { do: 'probe' }
  | { do: 'poster'; at?: number }
  | { do: 'storyboard' }
  | { do: 'sound' }
  | { do: 'picture' }
  | { do: 'copy' }
  | { do: 'ladder'; height: 720 | 360 }
  | { do: 'image'; widths: number[] }
  | { do: 'mark'; lines: string[]; height: 360 | 540 | 720 }
  | { do: 'draw'; clip: DemoClip }
  /**
   * `script` is one of libass, in pixels of the frame as shown; `typeface` says which fonts it may
   * use.
   */
  | { do: 'burn'; script: string; typeface: Typeface; frame: FrameSize }

type TaskResults = {
  probe: Probe
  poster: ImageFile
  storyboard: Storyboard
  sound: SoundAnalysis
  picture: PictureAnalysis
  copy: HlsRendition
  ladder: HlsRendition
  image: ImageFile[]
  mark: HlsRendition
  draw: OutputFile
  burn: OutputFile
}
export type TaskResult<T extends MediaTask> = TaskResults[T['do']]
