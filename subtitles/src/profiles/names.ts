// The names alone: a settings page, or whoever reads the contract in a browser, needs them without
// what they stand for.
/** What a studio goes by that chose nothing: it orders trailers. */
export const DEFAULT_PROFILE = 'standard'
const NAMES = [
  DEFAULT_PROFILE,
  'marketing',
  'netflix',
  'netflix-children',
  'netflix-sdh',
  'netflix-sdh-children',
  'bbc',
  'bbc-vertical',
  'ebu',
  'cea-608',
  'amara',
  'amazon',
  'arte',
  'dutch',
  'danish',
  'sdi',
  'sw2',
  'vertical',
] as const
export type ProfileName = (typeof NAMES)[number]
export const PROFILE_NAMES: ProfileName[] = [...NAMES]
