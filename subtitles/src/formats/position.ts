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
