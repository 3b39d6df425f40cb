/** Names under which somebody may send what nobody else should ever read. */
const SECRET = /password|secret|token|otp|recovery|authorization/i
/** The code of a rejection is a word; one that opens something has digits or is long. */
const WORD = /^[a-z]{3,12}$/
/**
 * A translation may be long, and stands in its own history; here it is enough to know what was
 * changed.
 */
const LONGEST = 500
const MOST = 50

/** What was asked, to be read later by others. */
export function redactSecrets(asked: unknown): unknown {
  if (typeof asked === 'string')
    return asked.length > LONGEST ? `${[...asked].slice(0, LONGEST).join('')}…` : asked
  if (Array.isArray(asked))
    return [
      ...asked.slice(0, MOST).map(redactSecrets),
      ...(asked.length > MOST ? [`… ${asked.length - MOST} more`] : []),
    ]
  if (asked === null || typeof asked !== 'object') return asked ?? null
  return Object.fromEntries(
    Object.entries(asked)
      .slice(0, MOST)
      .map(([name, value]) => [name, isSecret(name, value) ? '[redacted]' : redactSecrets(value)]),
  )
}

const isSecret = (name: string, value: unknown) =>
  value !== null &&
  typeof value !== 'boolean' &&
  (name === 'code' ? typeof value !== 'string' || !WORD.test(value) : SECRET.test(name))
