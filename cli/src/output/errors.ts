// How something went wrong: the ending of the table, and the sentence for the person.
import { Refusal } from '@reelay/client'
import { Stop, type Ending } from './exit-codes.ts'
import { plain } from './print.ts'

const BY_STATUS: Record<number, Ending> = {
  401: 'signedOut',
  403: 'forbidden',
  404: 'unknown',
  429: 'unreachable',
}

export function endingOf(error: unknown): Ending {
  if (error instanceof Stop) return error.ending
  if (error instanceof Refusal)
    return BY_STATUS[error.status] ?? (error.status >= 500 ? 'unreachable' : 'refused')
  return isOfNetwork(error) ? 'unreachable' : 'broken'
}

/** What stands on stderr. Who asked for JSON gets the problem as the service told it. */
export function toldOf(error: unknown, words: readonly string[]): string | undefined {
  if (endingOf(error) === 'broken' && !(error instanceof Stop))
    return error instanceof Error ? error.stack : String(error)
  if (error instanceof Refusal && words.some((word) => word === '--json' || word === '--jsonl'))
    return JSON.stringify(error.problem)
  const sentence = sentenceFor(error as Error, words)
  return sentence && `reelay: ${sentence}`
}

function sentenceFor(error: Error, words: readonly string[]): string {
  if (isOfNetwork(error))
    return 'The service does not answer. Is its address right, and does it run?'
  if (!(error instanceof Refusal))
    return error.message
      .split('\n')
      .map((line) => `${/^ */.exec(line)![0]}${plain(line)}`)
      .join('\n')
  const hint =
    error.status === 401 && !words.includes('login') ? ' Sign in again with: reelay login' : ''
  const faults = error.errors
    .map(({ pointer, message }) => `\n  ${plain(pointer)} ${plain(message)}`)
    .join('')
  return `${plain(error.message)} (${plain(error.code)})${hint}${faults}`
}

/** What `fetch` throws when there is nobody at the other end, or nobody answers in time. */
const isOfNetwork = (error: unknown): boolean =>
  error instanceof Error &&
  ((error instanceof TypeError && error.message === 'fetch failed') ||
    error.name === 'TimeoutError')
