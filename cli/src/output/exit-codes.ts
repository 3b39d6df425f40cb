/** Exit codes for scripts. `reelay --help` and docs/reference/reelay.md print this table. */
export const EXIT_CODES = {
  success: { code: 0, means: 'success' },
  internalError: { code: 1, means: 'an unexpected error' },
  usage: { code: 2, means: 'the command or its arguments are invalid' },
  notSignedIn: { code: 3, means: 'not signed in, or the credentials were rejected' },
  forbidden: { code: 4, means: 'permission denied' },
  notFound: { code: 5, means: 'not found, or not visible to you' },
  rejected: { code: 6, means: 'the service rejected the request' },
  unavailable: { code: 7, means: 'the service cannot be reached or is overloaded' },
  checkFailed: { code: 8, means: 'a check found errors' },
  partialFailure: { code: 9, means: 'some files or orders failed, the others are done' },
  timeout: { code: 124, means: 'what wait was waiting for did not happen in time' },
  interrupted: { code: 130, means: 'interrupted' },
} as const
export type ExitReason = keyof typeof EXIT_CODES

/** Ends the program with an exit code. Without a message, everything has been printed already. */
export class CliError extends Error {
  readonly reason: ExitReason

  constructor(reason: ExitReason, message = '') {
    super(message)
    this.name = 'CliError'
    this.reason = reason
  }
}
