// Only the names, so that contracts and settings pages do not load the profiles.
/** Used by studios that have not chosen a profile. It suits trailers. */
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
