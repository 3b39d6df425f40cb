/** The numbers that profiles set, with their allowed ranges. */
export const LIMITS = {
  minDuration: {
    description: 'minimum duration of a cue, in milliseconds',
    minimum: 0,
    maximum: 2000,
    whole: true,
  },
  maxDuration: {
    description: 'maximum duration of a cue, in milliseconds',
    minimum: 2000,
    maximum: 60_000,
    whole: true,
  },
  minGap: {
    description: 'minimum gap between two cues, in frames',
    minimum: 0,
    maximum: 25,
    whole: true,
  },
  bridgeGap: {
    description: 'gaps shorter than this are closed to the minimum gap, in milliseconds',
    minimum: 0,
    maximum: 2000,
    whole: true,
  },
  charactersPerSecond: {
    description: 'maximum reading speed, in characters per second',
    minimum: 1,
    maximum: 100,
    whole: false,
  },
  wordsPerMinute: {
    description: 'maximum reading speed, in words per minute',
    minimum: 10,
    maximum: 1000,
    whole: false,
  },
  charactersPerLine: {
    description: 'maximum line length, in characters',
    minimum: 5,
    maximum: 200,
    whole: false,
  },
  preferredCharactersPerLine: {
    description: 'preferred line length in characters; longer lines are warnings',
    minimum: 5,
    maximum: 200,
    whole: false,
  },
  lines: { description: 'maximum number of lines in a cue', minimum: 1, maximum: 10, whole: true },
  width: {
    description: 'maximum line width, in percent of the screen width',
    minimum: 10,
    maximum: 100,
    whole: false,
  },
  letterHeight: {
    description: 'font size, in percent of the screen height',
    minimum: 1,
    maximum: 20,
    whole: false,
  },
  pictureAspect: {
    description: 'screen width divided by screen height',
    minimum: 0.2,
    maximum: 5,
    whole: false,
  },
  cutWindow: {
    description: 'cues that start or end this close to a shot change snap to it, in milliseconds',
    minimum: 0,
    maximum: 2000,
    whole: true,
  },
  cutClose: {
    description: 'a start this close before a shot change moves onto it, in milliseconds',
    minimum: 0,
    maximum: 2000,
    whole: true,
  },
  cutGap: {
    description: 'gap between the end of a cue and the shot change it snaps to, in frames',
    minimum: 0,
    maximum: 25,
    whole: true,
  },
  lateOut: {
    description: 'how much a fix may extend a cue to lower its reading speed, in milliseconds',
    minimum: 0,
    maximum: 2000,
    whole: true,
  },
  spelledNumbers: {
    description: 'numbers up to this one are spelled out',
    minimum: 0,
    maximum: 100,
    whole: true,
  },
  gridTolerance: {
    description: 'how far a time may be off its frame, in milliseconds',
    minimum: 0,
    maximum: 100,
    whole: true,
  },
} as const
export type LimitName = keyof typeof LIMITS

/** A check whose limit is absent does not run. */
export type Limits = Partial<Record<LimitName, number>>
