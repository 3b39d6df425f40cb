import { Problem, busy, conflict, invalid } from '../http/contract/problem.ts'

/** The problem for each SQLSTATE that a caller can cause. Any other is a bug. */
const PROBLEMS: Record<string, () => Problem> = {
  '22021': () => invalid('value.invalid', 'A value contains a character that cannot be stored.'),
  '22P02': () => invalid('value.invalid', 'A value has an invalid format.'),
  '22P05': () => invalid('value.invalid', 'A value contains a character that cannot be stored.'),
  '22003': () => invalid('value.invalid', 'A number is too large.'),
  '22008': () => invalid('value.invalid', 'A time is out of range.'),
  '23503': () =>
    conflict(
      'record.in-use',
      'Another record refers to this one, or this one refers to a deleted record.',
    ),
  '23505': () => conflict('record.exists', 'This name is taken. Choose another.'),
  '40001': () =>
    conflict(
      'record.conflict',
      'Somebody else changed the same record at the same time. Try again.',
    ),
  '40P01': () =>
    conflict(
      'record.conflict',
      'Somebody else changed the same record at the same time. Try again.',
    ),
  // No permission to write to a table, such as the download log: nothing is sent without a record.
  '42501': () => busy('The database cannot record this at the moment. Nothing was changed.', 5),
  '53100': () => new Problem(507, 'storage.full', 'The storage is full. Nothing was changed.'),
  '53300': () => busy('The database has no free connection.', 1),
  '55P03': () => busy('Another request is changing this record.', 1),
  '57014': () => busy('The database took too long to respond.', 2),
}
const UNREACHABLE = new Set([
  // A standby that is not promoted yet.
  '25006',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08006',
  // A pooler whose connection to PostgreSQL broke.
  '08P01',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

export function databaseProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, syscall } = error as { code?: string; syscall?: string }
  // A command that writes to another studio is a bug.
  if (code === '42501' && error.message.includes('row-level security')) return undefined
  if (code && PROBLEMS[code]) return PROBLEMS[code]()
  const isUnreachable =
    (code && UNREACHABLE.has(code)) ||
    // The unix socket of a stopped PostgreSQL.
    (code === 'ENOENT' && syscall === 'connect') ||
    /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client was closed|is not queryable/.test(
      error.message,
    )
  return isUnreachable
    ? busy(
        'The database is unreachable. It is not known whether the change was saved. Try again.',
        1,
      )
    : undefined
}
