// Carries what was typed to the service: after a pause, a change at a time, again and again while
// there is no way.
import { lines as sheets, type lines } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import { arrive, depart, land, refuse, type Sheet } from './text-track.ts'
import type { Draft, Line } from './draft.ts'

export type Outcome = { sheet: Sheet; state: 'sent' | 'offline' | 'locked' | 'again' }
export type Write = (changes: lines.LineChange[]) => Promise<lines.EditResult>

/** What is to go with the next question. */
export const nextTo = (sheet: Sheet) => depart(sheet, sheets.MAX_LINES_PER_WRITE)

export const changeOf = ({
  line,
  base,
  fields: { machine, ...fields },
}: Draft): lines.LineChange => ({
  _id: line,
  version: base.version,
  ...fields,
  ...(machine && { machine, custom: false }),
})

export const afterSuccess = (
  sheet: Sheet,
  going: readonly Draft[],
  changed: lines.EditResult,
): Outcome => ({
  sheet: land(
    arrive(sheet, changed, { since: false }),
    going.map(({ line }) => line),
    { answered: true },
  ),
  state: 'sent',
})

/** A refusal of one line keeps all at home: the one is marked, and the others go again. */
export function afterFailure(sheet: Sheet, going: readonly Draft[], error: unknown): Outcome {
  const ids = going.map(({ line }) => line)
  const home = (state: Outcome['state'], from = sheet): Outcome => ({
    sheet: land(from, ids, { answered: state !== 'offline' }),
    state,
  })
  if (
    !(error instanceof ApiError) ||
    error.status >= 500 ||
    error.status === 429 ||
    error.status === 401
  )
    return home('offline')
  if (error.code === 'translation.locked' || error.status === 403 || error.status === 404)
    return home('locked')
  if (error.code === 'line.changed') {
    const { conflicts = [], removed = [] } = error.problem as {
      conflicts?: { line: Line }[]
      removed?: string[]
    }
    return home(
      'again',
      arrive(
        sheet,
        { revision: sheet.revision, lines: conflicts.map(({ line }) => line), removed },
        { since: false },
      ),
    )
  }
  const named = new Set(
    error.errors
      .map(({ pointer }) => going[Number(/^\/lines\/(\d+)\//.exec(pointer)?.[1] ?? -1)]?.line)
      .filter((line) => line !== undefined),
  )
  return home(
    'again',
    (named.size ? [...named] : ids).reduce((now, id) => refuse(now, id, error.message), sheet),
  )
}
