import { forbidden, invalid, type FieldError } from './contract/problem.ts'

/**
 * A client may send a record back as it read it. A changed read-only field is rejected, so that
 * nobody believes it was saved.
 */
export function rejectProtectedChanges(
  echoed: Record<string, unknown>,
  current: Record<string, unknown>,
) {
  for (const key of ['_id', 'id']) {
    if (key in echoed && echoed[key] !== current[key])
      throw invalid('id.mismatch', 'The id in the body differs from the id in the URL.', [
        { pointer: `/${key}`, message: 'is the id of another record' },
      ])
  }
  const errors: FieldError[] = Object.entries(echoed)
    .filter(([key, sent]) => !isSameValue(sent, current[key]))
    .map(([key]) => ({ pointer: `/${key}`, message: 'cannot be changed here' }))
  if (errors.length)
    throw forbidden(
      'field.protected',
      `These fields are read-only: ${errors.map(({ pointer }) => pointer.slice(1)).join(', ')}.`,
      errors,
    )
}

/** The fields of a body that differ from the record. */
export function changedFields<B extends object>(body: B, current: Record<string, unknown>): B {
  return Object.fromEntries(
    Object.entries(body).filter(([field, value]) => !isSameValue(value, current[field])),
  ) as B
}

/**
 * Compares references by id and signed URLs without their signature, ignores computed fields, and
 * treats absent as null.
 */
export function isSameValue(sent: unknown, current: unknown): boolean {
  if (sent === current || (sent ?? null) === (current ?? null)) return true
  if (typeof sent === 'string' && typeof current === 'string')
    return signedPart(current) !== undefined && signedPart(sent) === signedPart(current)
  if (isReference(sent, current)) return idIn(sent) === idIn(current)
  if (Array.isArray(sent) && Array.isArray(current))
    return (
      sent.length === current.length &&
      sent.every((item, index) => isSameValue(item, current[index]))
    )
  if (!isObject(sent) || !isObject(current) || Array.isArray(sent) !== Array.isArray(current))
    return false
  const keys = new Set(
    [...Object.keys(sent), ...Object.keys(current)].filter((key) => !key.startsWith('$')),
  )
  return [...keys].every((key) => isSameValue(sent[key], current[key]))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object'
const idIn = (value: unknown) => (isObject(value) ? value._id : value)
const isReference = (sent: unknown, current: unknown) =>
  (isObject(current) && '_id' in current) ||
  (isObject(sent) && '_id' in sent && typeof current === 'string')

function signedPart(url: string): string | undefined {
  const end = url.indexOf('?')
  return end > 0 && url.includes('signature=') ? url.slice(0, end) : undefined
}
