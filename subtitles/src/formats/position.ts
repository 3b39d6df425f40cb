import { ALIGNMENTS, TEXT_ALIGNS, type Cue } from '../cue.ts'

// SubRip and ASS number positions like a numeric keypad: 2 is bottom centre, 7 is top left.
export type CuePosition = Pick<Cue, 'alignment' | 'textAlign'>

export function toNumpad({ alignment = 'bottom', textAlign = 'center' }: CuePosition): number {
  return (2 - ALIGNMENTS.indexOf(alignment)) * 3 + TEXT_ALIGNS.indexOf(textAlign) + 1
}

export function fromNumpad(key: number): CuePosition {
  return cuePosition(ALIGNMENTS[2 - Math.floor((key - 1) / 3)], TEXT_ALIGNS[(key - 1) % 3])
}

/** SSA: 1 to 3 are bottom, 5 to 7 top, 9 to 11 middle. */
export function fromSsaAlignment(key: number): CuePosition {
  const alignment = key > 8 ? 'middle' : key > 4 ? 'top' : 'bottom'
  return cuePosition(alignment, TEXT_ALIGNS[(key - 1) % 4])
}

/** Omits the default, bottom centre. */
export function cuePosition(alignment: Cue['alignment'], textAlign: Cue['textAlign']): CuePosition {
  return {
    ...(alignment && alignment !== 'bottom' && { alignment }),
    ...(textAlign && textAlign !== 'center' && { textAlign }),
  }
}

export type CueLayout = Pick<Cue, 'alignment' | 'textAlign' | 'x' | 'y' | 'writingMode'>

/** Which part of the text is at `y`: 0 is its upper edge. */
export const anchorAt = (alignment: Cue['alignment']): number =>
  alignment === 'top' ? 0 : alignment === 'middle' ? 0.5 : 1

/** Inside of the picture, in hundredths. */
export const toPercent = (percent: number): number =>
  Math.round(Math.min(100, Math.max(0, percent)) * 100) / 100

/**
 * The point, if it is not where players put text of this alignment by themselves. Files often state
 * the safe area of a studio, which is no wish for this cue.
 */
export function unusualPoint(
  { alignment = 'bottom', textAlign = 'center' }: CuePosition,
  point: { x: number; y: number },
): Pick<Cue, 'x' | 'y'> {
  const usualX = { left: [0, 20], center: [45, 55], right: [80, 100] }[textAlign]
  const usualY = { top: [0, 20], middle: [40, 60], bottom: [80, 100] }[alignment]
  const isWithin = (value: number, [from, to]: number[]) => value >= from! && value <= to!
  return {
    ...(!isWithin(point.x, usualX) && { x: toPercent(point.x) }),
    ...(!isWithin(point.y, usualY) && { y: toPercent(point.y) }),
  }
}
