/** Names of fields that may contain a secret. */
const SECRET_NAME = /password|passphrase|secret|token|otp|recovery|authorization/i
/** The bytes of a file, which may be under embargo. */
const BYTES_NAME = 'content'
/** The code of a rejection is a word. A code that grants access has digits or is long. */
const REJECTION_CODE = /^[a-z]{3,12}$/
/** Long texts such as translations have a history of their own. */
const MAX_LENGTH = 500
const MAX_ITEMS = 50

/** Prepares the input of a request for the audit log. */
export function redactSecrets(input: unknown): unknown {
  if (typeof input === 'string')
    return input.length > MAX_LENGTH ? `${[...input].slice(0, MAX_LENGTH).join('')}…` : input
  if (Array.isArray(input))
    return [
      ...input.slice(0, MAX_ITEMS).map(redactSecrets),
      ...(input.length > MAX_ITEMS ? [`… ${input.length - MAX_ITEMS} more`] : []),
    ]
  if (input === null || typeof input !== 'object') return input ?? null
  return Object.fromEntries(
    Object.entries(input)
      .slice(0, MAX_ITEMS)
      .map(([name, value]) => [name, isSecret(name, value) ? '[redacted]' : redactSecrets(value)]),
  )
}

const isSecret = (name: string, value: unknown) =>
  value !== null &&
  typeof value !== 'boolean' &&
  (name === 'code'
    ? typeof value !== 'string' || !REJECTION_CODE.test(value)
    : name === BYTES_NAME || SECRET_NAME.test(name))
