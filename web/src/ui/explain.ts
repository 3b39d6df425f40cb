import { Refusal } from '@reelay/client'

type Explanation = { title: string; advice: string; hopeless?: boolean }

/** What an error means to the person who meets it. `hopeless`: to try again would change nothing. */
export function explain(error: Error): Explanation {
  if (error instanceof Refusal) return explainRefusal(error)
  if (error.name === 'TimeoutError') return { title: 'The service takes too long', advice: 'It did not answer within half a minute. It may be busy, or your connection slow.' }
  if (error.name === 'Unplayable') return { title: 'This browser could not play it', advice: error.message }
  return { title: 'The service cannot be reached', advice: 'Check your connection, then try again. If others cannot reach it either, tell whoever runs this installation.' }
}

function explainRefusal({ status, message, problem }: Refusal): Explanation {
  if (status === 404) return { title: 'Not found', advice: message, hopeless: true }
  if (status === 403) return { title: 'Not yours to see or do', advice: message, hopeless: true }
  if (status === 429 || status === 503) return { title: 'The service is busy', advice: `${message} Wait a moment, then try again.` }
  if (status < 500) return { title: 'The service did not accept this', advice: message }
  return { title: 'Something broke on our side', advice: `Try again in a moment. If it stays like this, tell whoever runs this installation${typeof problem.requestId === 'string' ? ` and name the request ${problem.requestId}` : ''}.` }
}
