import { hash } from 'node:crypto'
import { Problem } from './contract/problem.ts'

/**
 * The tag of a record is a digest of all its answer is made from, so it changes when any embedded
 * part does.
 */
export const etagOf = (stored: unknown) =>
  known.get(stored as object) ??
  `"${hash('sha256', JSON.stringify(stored), 'base64url').slice(0, 27)}"`

const known = new WeakMap<object, string>()

/** Says the tag of a record that was worked out before, so that it need not be again. */
export function withEtag<T extends object>(stored: T, etag: string): T {
  known.set(stored, etag)
  return stored
}

const named = (header: string) => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

export const matchesIfNoneMatch = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch !== undefined && (ifNoneMatch === '*' || named(ifNoneMatch).includes(etag))

export function checkIfMatch(ifMatch: string | undefined, etag: string) {
  if (ifMatch === undefined || ifMatch === '*' || named(ifMatch).includes(etag)) return
  throw new Problem(
    412,
    'record.changed',
    'The record has changed since you read it. Read it again and repeat your change.',
  )
}
