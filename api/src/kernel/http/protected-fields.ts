import { forbidden, invalid, type FieldError } from './contract/problem.ts'

/**
 * A client may send back what it read. A read-only field that differs from what is stored is
 * refused,
 * so that nobody believes they changed it.
 */
export function rejectProtectedChanges(
  echoed: Record<string, unknown>,
  current: Record<string, unknown>,
) {
  for (const key of ['_id', 'id']) {
    if (key in echoed && echoed[key] !== current[key])
      throw invalid('id.differs', 'The id in the body is not that of the record in the address.', [
        { pointer: `/${key}`, message: 'names another record' },
      ])
  }
  const errors: FieldError[] = Object.entries(echoed)
    .filter(([key, sent]) => !isSameValue(sent, current[key]))
    .map(([key]) => ({ pointer: `/${key}`, message: 'cannot be changed here' }))
  if (errors.length)
    throw forbidden(
      'field.protected',
      `You cannot change ${errors.map((fault) => fault.pointer.slice(1)).join(', ')}.`,
      errors,
    )
}

/** What a body really changes; the rest of it is the record sent back as it was read. */
export function changedFields<B extends object>(body: B, current: Record<string, unknown>): B {
  return Object.fromEntries(
    Object.entries(body).filter(([field, value]) => !isSameValue(value, current[field])),
  ) as B
}

/**
 * Equal as the contract means it: references by id, computed fields aside, absent as null, a signed
 * address without its signature.
 */
export function isSameValue(sent: unknown, stored: unknown): boolean {
  if (sent === stored || (sent ?? null) === (stored ?? null)) return true
  if (typeof sent === 'string' && typeof stored === 'string')
    return signedPart(stored) !== undefined && signedPart(sent) === signedPart(stored)
  if (isReference(sent, stored)) return idIn(sent) === idIn(stored)
  if (Array.isArray(sent) && Array.isArray(stored))
    return (
      sent.length === stored.length && sent.every((item, index) => isSameValue(item, stored[index]))
    )
  if (!isObject(sent) || !isObject(stored) || Array.isArray(sent) !== Array.isArray(stored))
    return false
  const keys = new Set(
    [...Object.keys(sent), ...Object.keys(stored)].filter((key) => !key.startsWith('$')),
  )
  return [...keys].every((key) => isSameValue(sent[key], stored[key]))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object'
const idIn = (value: unknown) => (isObject(value) ? value._id : value)
const isReference = (sent: unknown, stored: unknown) =>
  (isObject(stored) && '_id' in stored) ||
  (isObject(sent) && '_id' in sent && typeof stored === 'string')

function signedPart(address: string): string | undefined {
  const cut = address.indexOf('?')
  return cut > 0 && address.includes('signature=') ? address.slice(0, cut) : undefined
}
