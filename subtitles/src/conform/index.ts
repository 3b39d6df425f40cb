export { conformCues, type ConformedCue, type ConformReason } from './conform-cues.ts'
export { readChangeList } from './change-list.ts'
export { readEdl, type EdlOptions } from './edl.ts'
export {
  mappingBetweenCuts,
  mappingFromCut,
  type CutError,
  type CutEvent,
  type CutResult,
} from './edits.ts'
export {
  PICTURE_BYTES,
  PICTURE_HEIGHT,
  PICTURE_WIDTH,
  SOUND_BYTES,
  SOUND_RATE,
  type FilmFingerprint,
} from './films/fingerprint.ts'
export { matchFilms, type MatchedCuts } from './films/match-films.ts'
export {
  offsetMapping,
  stretchMapping,
  twoPointMapping,
  type ConformDoubt,
  type ConformMapping,
  type ConformSegment,
  type SyncPoint,
  type TimeRange,
} from './mapping.ts'
export { readOtio } from './otio.ts'
