import { ALIGNMENTS, TEXT_ALIGNS, type Cue } from '../cue.ts'

// Where a cue stands, as SubRip and ASS count it: like the keys of a number pad, 2 is below in the
// middle, 7 is above on the left.
export type CuePosition = Pick<Cue, 'alignment' | 'textAlign'>

export function toNumpad({ alignment = 'bottom', textAlign = 'center' }: CuePosition): number {
  return (2 - ALIGNMENTS.indexOf(alignment)) * 3 + TEXT_ALIGNS.indexOf(textAlign) + 1
}

export function fromNumpad(key: number): CuePosition {
  return cuePosition(ALIGNMENTS[2 - Math.floor((key - 1) / 3)], TEXT_ALIGNS[(key - 1) % 3])
}

/** SSA before ASS: 1 to 3 below, 5 to 7 above, 9 to 11 in the middle. */
export function fromSsaAlignment(key: number): CuePosition {
  const alignment = key > 8 ? 'middle' : key > 4 ? 'top' : 'bottom'
  return cuePosition(alignment, TEXT_ALIGNS[(key - 1) % 4])
}

/** What goes without saying is not said. */
export function cuePosition(alignment: Cue['alignment'], textAlign: Cue['textAlign']): CuePosition {
  return {
    ...(alignment && alignment !== 'bottom' && { alignment }),
    ...(textAlign && textAlign !== 'center' && { textAlign }),
  }
}
