// Tasks of the media engine, and what each returns.
import type { Typeface } from '@reelay/fonts'
import type {
  Fingerprint,
  FrameSize,
  HlsHead,
  HlsRendition,
  ImageFile,
  OutputFile,
  PictureAnalysis,
  Probe,
  SegmentFile,
  SoundAnalysis,
  SpeechFile,
  Storyboard,
  Thumbnails,
  TraceableRendition,
} from './types.ts'

export type MediaTask =
  | { do: 'probe' }
  | { do: 'poster'; seconds?: number }
  | { do: 'storyboard' }
  | { do: 'sound' }
  | { do: 'picture' }
  | { do: 'copy' }
  /** Largest first. The result leaves out a height that would not be smaller than the one before. */
  | { do: 'ladder'; heights: readonly (720 | 360)[] }
  | { do: 'image'; widths: number[] }
  | { do: 'watermark'; lines: string[]; height: 360 | 540 | 720 }
  | { do: 'traceable'; height: 360 | 720 }
  /** The rate is lowered for a long film. Frames after `maxFrames` are left out. */
  | { do: 'thumbnails'; width: number; height: number; maxRate: number; maxFrames: number }
  /** A grey picture of each frame, and values of sound per second. */
  | { do: 'fingerprint'; width: number; height: number; soundRate: number }
  /** The sound for speech recognition, in files of at most `maxSeconds`. */
  | { do: 'speech'; maxSeconds: number }
  /**
   * `script` is an ASS script in pixels of the displayed frame. It may use the fonts of
   * `typeface`.
   */
  | { do: 'burn-in'; script: string; typeface: Typeface; frame: FrameSize }
  /** The text of the script alone, on a transparent picture, at the times of the film. */
  | { do: 'graphics'; script: string; typeface: Typeface; frame: FrameSize }

type TaskResults = {
  probe: Probe
  poster: ImageFile[]
  storyboard: Storyboard
  sound: SoundAnalysis
  picture: PictureAnalysis
  copy: HlsRendition
  ladder: HlsRendition[]
  image: ImageFile[]
  watermark: HlsRendition
  traceable: TraceableRendition
  thumbnails: Thumbnails
  fingerprint: Fingerprint
  speech: SpeechFile[]
  'burn-in': OutputFile
  graphics: OutputFile
}
export type TaskResult<T extends MediaTask> = TaskResults[T['do']]

/** How a task reports its progress while it runs. */
export type TaskReporter = {
  /** How far it is, for example in seconds. The total is null if nobody knows it. */
  progress: (position: number, total: number | null) => void
  /** `rung` is the index of the rendition, if the task encodes several. */
  segment: (segment: SegmentFile, head: HlsHead, rung: number) => void
}
