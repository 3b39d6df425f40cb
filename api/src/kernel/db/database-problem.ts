import { Problem, busy, conflict, invalid } from '../http/contract/problem.ts'

/**
 * What a fault of PostgreSQL means to the caller. A state that is not here is a mistake of ours.
 */
const MEANING: Record<string, () => Problem> = {
  '22021': () => invalid('value.invalid', 'A value holds a character that cannot be stored.'),
  '22P02': () => invalid('value.invalid', 'A value has a form that cannot be stored.'),
  '22P05': () => invalid('value.invalid', 'A value holds a character that cannot be stored.'),
  '22003': () => invalid('value.invalid', 'A number is too large.'),
  '22008': () => invalid('value.invalid', 'A time lies outside what can be stored.'),
  '23503': () =>
    conflict(
      'record.in-use',
      'Another record refers to this one, or this one refers to a record that is gone.',
    ),
  '23505': () => conflict('record.taken', 'Another record has this name already.'),
  '40001': () =>
    conflict('record.contended', 'Others changed the same record at the same moment. Try again.'),
  '40P01': () =>
    conflict('record.contended', 'Others changed the same record at the same moment. Try again.'),
  // A table we may not write to, such as the record of who took what: nothing is given out instead.
  '42501': () =>
    busy('The database does not let this be recorded at the moment. Nothing was changed.', 5),
  '53100': () => new Problem(507, 'storage.full', 'The storage is full. Nothing was changed.'),
  '53300': () => busy('The database has no connection free.', 1),
  '55P03': () => busy('The record is in use by another call.', 1),
  '57014': () => busy('The database took too long.', 2),
}
const GONE = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
])

export function databaseProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as { code?: string }
  if (code && MEANING[code]) return MEANING[code]()
  const away =
    (code && GONE.has(code)) ||
    /Connection terminated|timeout exceeded when trying to connect|Client was closed|is not queryable/.test(
      error.message,
    )
  return away
    ? busy(
        'The database is not reachable at the moment. Nothing is known to be changed; repeat the call.',
        1,
      )
    : undefined
}
