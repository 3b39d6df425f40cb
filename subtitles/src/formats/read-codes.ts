/** Why something of a file is dropped, repaired or rejected. */
export const READ_CODES = [
  // The file as a whole.
  'not-subtitles',
  'other-format',
  'too-large',
  'encoding',
  'frame-rate',
  'header',
  // What the format does not allow.
  'syntax',
  'character',
  'image',
  'time',
  'no-end',
  'inverted',
  'out-of-range',
  // What a cue cannot store.
  'no-duration',
  'style',
  'position',
  'field',
  'comment',
  'outside',
] as const
export type ReadCode = (typeof READ_CODES)[number]
