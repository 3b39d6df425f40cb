import { Refusal } from '@reelay/client'

/** How the program ends, for scripts that ask. `reelay --help` prints this table. */
export const EXIT = {
  done: { code: 0, means: 'done' },
  broken: { code: 1, means: 'something broke that nobody foresaw' },
  misused: { code: 2, means: 'the command was not understood' },
  signedOut: { code: 3, means: 'you are not signed in, or the credentials are refused' },
  forbidden: { code: 4, means: 'you may see it, but not do this' },
  unknown: { code: 5, means: 'there is no such thing, or it is not visible to you' },
  refused: { code: 6, means: 'the service refuses what was asked' },
  unreachable: { code: 7, means: 'the service cannot be reached, or is too busy' },
  faulty: { code: 8, means: 'what was looked at is not as it should be' },
  cancelled: { code: 130, means: 'you broke it off' },
} as const
export type Ending = keyof typeof EXIT

/** An end the program chose itself, with a sentence for the person. */
export class Stop extends Error {
  readonly ending: Ending

  constructor(ending: Ending, message: string) {
    super(message)
    this.name = 'Stop'
    this.ending = ending
  }
}

const BY_STATUS: Record<number, Ending> = { 401: 'signedOut', 403: 'forbidden', 404: 'unknown', 429: 'unreachable' }

export function endingOf(error: unknown): Ending {
  if (error instanceof Stop) return error.ending
  if (error instanceof Refusal) return BY_STATUS[error.status] ?? (error.status >= 500 ? 'unreachable' : 'refused')
  return isOfNetwork(error) ? 'unreachable' : 'broken'
}

/** What `fetch` throws when there is nobody at the other end, or nobody answers in time. */
export const isOfNetwork = (error: unknown): boolean =>
  error instanceof Error && ((error instanceof TypeError && error.message === 'fetch failed') || error.name === 'TimeoutError')
