import { hash } from 'node:crypto'
import { Problem } from './contract/problem.ts'

/** A digest of everything the reply is made from, so it changes when an embedded record does. */
export const etagOf = (record: unknown) =>
  etags.get(record as object) ??
  `"${hash('sha256', JSON.stringify(record), 'base64url').slice(0, 27)}"`

const etags = new WeakMap<object, string>()

/** Remembers the ETag of a record, so that it is not computed again. */
export function withEtag<T extends object>(record: T, etag: string): T {
  etags.set(record, etag)
  return record
}

/**
 * The ETag of a record that also shows something nobody can overwrite, such as the votes of others.
 * A change of it gives a new representation, but does not refuse an edit.
 */
export const etagWithView = (etag: string, view: unknown): string =>
  `${etag.slice(0, -1)}.${hash('sha256', JSON.stringify(view), 'base64url').slice(0, 11)}"`

const withoutView = (etag: string) => etag.replace(/\.[^.]*"$/, '"')

const parseTags = (header: string) => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

export const matchesIfNoneMatch = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch !== undefined && (ifNoneMatch === '*' || parseTags(ifNoneMatch).includes(etag))

export function checkIfMatch(ifMatch: string | undefined, etag: string) {
  if (ifMatch === undefined || ifMatch === '*') return
  if (parseTags(ifMatch).map(withoutView).includes(withoutView(etag))) return
  throw new Problem(
    412,
    'record.changed',
    'The record has changed since you read it. Reload it and repeat your change.',
  )
}
