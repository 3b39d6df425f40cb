export const ALIGNMENTS = ['top', 'middle', 'bottom'] as const
export const TEXT_ALIGNS = ['left', 'center', 'right'] as const
/** From right to left as in Japanese, or from left to right as in Mongolian. */
export const WRITING_MODES = ['vertical-rl', 'vertical-lr'] as const
export const DIRECTIONS = ['ltr', 'rtl'] as const
/**
 * `forced`: a forced narrative, shown also to viewers without subtitles. `sdh`: sounds and speakers
 * for the deaf and hard of hearing. `onscreen`: text in the picture.
 */
export const CUE_KINDS = ['dialogue', 'forced', 'sdh', 'lyric', 'onscreen'] as const

/**
 * A subtitle, or an item of a graphics list. Times are milliseconds from the first frame. Texts are
 * canonical markup (see markup.ts).
 */
export type Cue = {
  start: number
  stop: number
  text: string
  /** Absent when it is bottom centre. */
  alignment?: (typeof ALIGNMENTS)[number]
  textAlign?: (typeof TEXT_ALIGNS)[number]
  /**
   * Where the text is, in percent of the picture from its left and top. `alignment` and `textAlign`
   * name the point of the text that is there. Absent where the player decides.
   */
  x?: number
  y?: number
  /** Absent if horizontal. In vertical text `textAlign` is the side of the picture. */
  writingMode?: (typeof WRITING_MODES)[number]
  /** Absent if it follows from the language. */
  direction?: (typeof DIRECTIONS)[number]
  speaker?: string
  /** Absent if dialogue. */
  kind?: (typeof CUE_KINDS)[number]
  /** The text was drafted by a machine, and no person has confirmed it. */
  machine?: boolean
  /** The original text. */
  source?: string
  /**
   * For graphics lists: the name of the card, its character limit, a note, and a still that shows
   * it.
   */
  name?: string
  budget?: number
  note?: string
  still?: string
}

/** Frames per second as a fraction, because 23.976 is 24000/1001. */
export type FrameRate = { num: number; den: number }

export const frameToMs = (frame: number, { num, den }: FrameRate): number =>
  Math.round((frame * den * 1000) / num)
export const msToFrame = (milliseconds: number, { num, den }: FrameRate): number =>
  Math.round((milliseconds * num) / (den * 1000))

/** HH:MM:SS,mmm */
export function formatTimecode(milliseconds: number): string {
  const two = (amount: number) => String(Math.floor(amount)).padStart(2, '0')
  const clock = [
    two(milliseconds / 3_600_000),
    two((milliseconds / 60_000) % 60),
    two((milliseconds / 1000) % 60),
  ]
  return `${clock.join(':')},${String(milliseconds % 1000).padStart(3, '0')}`
}

export function parseTimecode(code: string): number {
  const [hours, minutes, seconds, thousandths] = code.split(/[:,]/).map(Number) as [
    number,
    number,
    number,
    number,
  ]
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths
}
