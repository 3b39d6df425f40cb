import { hash } from 'node:crypto'
import { Problem } from './contract/problem.ts'

/** A digest of everything the reply is made from, so it changes when an embedded record does. */
export const etagOf = (stored: unknown) =>
  known.get(stored as object) ??
  `"${hash('sha256', JSON.stringify(stored), 'base64url').slice(0, 27)}"`

const known = new WeakMap<object, string>()

/** Remembers the ETag of a record, so that it is not computed again. */
export function withEtag<T extends object>(stored: T, etag: string): T {
  known.set(stored, etag)
  return stored
}

const parseTags = (header: string) => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

export const matchesIfNoneMatch = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch !== undefined && (ifNoneMatch === '*' || parseTags(ifNoneMatch).includes(etag))

export function checkIfMatch(ifMatch: string | undefined, etag: string) {
  if (ifMatch === undefined || ifMatch === '*' || parseTags(ifMatch).includes(etag)) return
  throw new Problem(
    412,
    'record.changed',
    'The record has changed since you read it. Reload it and repeat your change.',
  )
}
