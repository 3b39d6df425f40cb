/**
 * How the program ends, for scripts that ask. `reelay --help` prints this table, and so does
 * docs/reference/reelay.md.
 */
export const EXIT = {
  done: { code: 0, means: 'done' },
  broken: { code: 1, means: 'something broke that nobody foresaw' },
  misused: { code: 2, means: 'the command was not understood' },
  signedOut: { code: 3, means: 'you are not signed in, or the credentials are refused' },
  forbidden: { code: 4, means: 'you may see it, but not do this' },
  unknown: { code: 5, means: 'there is no such thing, or it is not visible to you' },
  refused: { code: 6, means: 'the service refuses what was asked' },
  unreachable: { code: 7, means: 'the service cannot be reached, or is too busy' },
  faulty: { code: 8, means: 'what was checked is not as it should be' },
  partly: { code: 9, means: 'some files failed, and the others are done' },
  cancelled: { code: 130, means: 'you broke it off' },
} as const
export type Ending = keyof typeof EXIT

/**
 * An end the program chose itself, with a sentence for the person; without one all has been said.
 */
export class Stop extends Error {
  readonly ending: Ending

  constructor(ending: Ending, message = '') {
    super(message)
    this.name = 'Stop'
    this.ending = ending
  }
}
