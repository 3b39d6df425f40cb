export const ALIGNMENTS = ['top', 'middle', 'bottom'] as const
export const TEXT_ALIGNS = ['left', 'center', 'right'] as const

/**
 * A subtitle, or an item of a graphics list, as formats and checks see it. Times are milliseconds
 * from the first frame; texts are canonical fragments.
 */
export type Cue = {
  start: number
  stop: number
  text: string
  /** Where it stands, when that is not below in the middle. */
  alignment?: (typeof ALIGNMENTS)[number]
  textAlign?: (typeof TEXT_ALIGNS)[number]
  /** What is said or shown in the original. */
  source?: string
  /**
   * Of a graphics list: what the card is called, how many characters it has room for, what to mind,
   * and which still shows it.
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

/** HH:MM:SS,mmm, as lines have it. */
export function formatTimecode(milliseconds: number): string {
  const two = (amount: number) => String(Math.floor(amount)).padStart(2, '0')
  return `${two(milliseconds / 3_600_000)}:${two((milliseconds / 60_000) % 60)}:${two((milliseconds / 1000) % 60)},${String(milliseconds % 1000).padStart(3, '0')}`
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
