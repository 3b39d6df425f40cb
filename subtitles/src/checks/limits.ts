/** The numbers that profiles set, with their allowed ranges. */
export const LIMITS = {
  minDuration: {
    description: 'shortest time a subtitle stands, in milliseconds',
    minimum: 0,
    maximum: 2000,
    whole: true,
  },
  maxDuration: {
    description: 'longest time a subtitle stands, in milliseconds',
    minimum: 2000,
    maximum: 60_000,
    whole: true,
  },
  minGap: {
    description: 'smallest gap between two subtitles, in frames',
    minimum: 0,
    maximum: 25,
    whole: true,
  },
  bridgeGap: {
    description: 'gaps shorter than this many milliseconds are closed to the smallest gap',
    minimum: 0,
    maximum: 2000,
    whole: true,
  },
  charactersPerSecond: {
    description: 'characters to read in a second',
    minimum: 1,
    maximum: 100,
    whole: false,
  },
  wordsPerMinute: {
    description: 'words to read in a minute',
    minimum: 10,
    maximum: 1000,
    whole: false,
  },
  charactersPerLine: { description: 'characters in a row', minimum: 5, maximum: 200, whole: false },
  preferredCharactersPerLine: {
    description: 'characters in a row from which on to warn',
    minimum: 5,
    maximum: 200,
    whole: false,
  },
  lines: { description: 'rows of a subtitle', minimum: 1, maximum: 10, whole: true },
  width: {
    description: "percent of the picture's width a row may take",
    minimum: 10,
    maximum: 100,
    whole: false,
  },
  letterHeight: {
    description: "size of the letters, as percent of the picture's height",
    minimum: 1,
    maximum: 20,
    whole: false,
  },
  pictureAspect: {
    description: 'width of the picture divided by its height',
    minimum: 0.2,
    maximum: 5,
    whole: false,
  },
  cutWindow: {
    description: 'milliseconds around a cut in which a subtitle keeps to it',
    minimum: 0,
    maximum: 2000,
    whole: true,
  },
  cutClose: {
    description:
      'milliseconds before a cut in which a beginning moves onto it; further off it moves away',
    minimum: 0,
    maximum: 2000,
    whole: true,
  },
  cutGap: {
    description: 'frames between the end of a subtitle and the cut it keeps to',
    minimum: 0,
    maximum: 25,
    whole: true,
  },
  lateOut: {
    description: 'milliseconds a subtitle may be context more to be read',
    minimum: 0,
    maximum: 2000,
    whole: true,
  },
  spelledNumbers: {
    description: 'numbers up to this one are written in words',
    minimum: 0,
    maximum: 100,
    whole: true,
  },
  gridTolerance: {
    description: 'milliseconds a time may lie beside its frame',
    minimum: 0,
    maximum: 100,
    whole: true,
  },
} as const
export type LimitName = keyof typeof LIMITS

/** A check whose limit is absent does not run. */
export type Limits = Partial<Record<LimitName, number>>
