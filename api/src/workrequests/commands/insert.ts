import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../kernel/db/connect.ts'
import { withOthers } from '../../kernel/db/merge-statements.ts'
import { insertAtOnce, insertLast, type InsertWithRows } from '../../kernel/db/pending-rows.ts'
import { param, prepared } from '../../kernel/db/prepared.ts'
import { copyScript } from '../../lines/commands/save.ts'
import type { ScriptPart } from '../../scripts/contract.ts'
import { translationJson } from '../../translations/queries.ts'
import type { PreparedViewer, Viewer } from '../../access/queries/visibility.ts'
import type { EmbeddedTranslation } from '../../translations/rules/translation.ts'
import type { Move } from '../rules/apply-move.ts'
import { JSON_COLUMNS } from '../rules/field-table.ts'
import type { TranslationIds } from '../rules/new-record.ts'
import { unknownTerritory, type FieldRow } from './fields.ts'

export type NewRequestRow = FieldRow & {
  id: string
  created_at: string
  territory: string
  studio_id: string
  project_id: string
  asset_id: string
  owner_id: string
  estimate_base: string
  estimate_applied: string
  estimate_currency: string
}
type NewRequest = {
  row: NewRequestRow
  parts: readonly (TranslationIds & { part: ScriptPart; revision: number })[]
  /** The request is inserted in the status after these. */
  moves: readonly Move[]
  materials: readonly string[]
}

const START: Move = { to: 'incomplete', reason: '' }

/**
 * Inserts the request with its history, its translations and its materials. With `isLast` it does so
 * at the end of the transaction, and no statement reads the request before.
 */
export const insertWorkRequest = (
  tx: Tx,
  request: NewRequest,
  { isLast }: { isLast: boolean },
): Promise<void> => (isLast ? insertLast : insertAtOnce)(tx, insertOf(request))

const INSERT = 'select insert_work_requests($1, $2, $3, $4, $5, $6, $7, $8)'
/** Raised for a territory that was deleted since the order was checked. */
const UNKNOWN_TERRITORY = 'work_request_territory'

const insertOf =
  (request: NewRequest): InsertWithRows =>
  async (rows, run) => {
    const values = [...valuesOf(request), ...rows]
    await run(withOthers(CompiledQuery.raw(INSERT, values))).catch((error: unknown) => {
      if ((error as { constraint?: string }).constraint !== UNKNOWN_TERRITORY) throw error
      throw unknownTerritory(request.row.territory)
    })
  }

/** The request, its history, its translations and its materials, as arrays of rows. */
function valuesOf({ row, parts, moves, materials }: NewRequest): (string | null)[] {
  const { id: work_request_id, studio_id, asset_id, owner_id, language, created_at } = row
  const { to: status, reason } = moves.at(-1) ?? START
  const submitted_at = moves.length ? created_at : null
  const history = [START, ...moves].map(({ to, ...entry }, number) => ({
    studio_id,
    work_request_id,
    person_id: owner_id,
    created_at,
    number,
    status: to,
    ...entry,
  }))
  const translations = parts.map(({ _id, textTrack, revision, part }) => ({
    id: _id,
    studio_id,
    asset_id,
    work_request_id,
    part,
    language,
    text_track_id: textTrack,
    script_revision: revision,
    created_at,
  }))
  const wanted = materials.map((name) => ({ work_request_id, name }))
  return [
    `[${rowJson({ ...row, status, reason, submitted_at })}]`,
    JSON.stringify(history),
    JSON.stringify(translations),
    wanted.length ? JSON.stringify(wanted) : null,
  ]
}

/** Columns with JSON are text already. */
function rowJson(row: Record<string, unknown>): string {
  const fields = Object.entries(row).map(
    ([name, value]) =>
      `"${name}":${JSON_COLUMNS.has(name) ? (value as string) : JSON.stringify(value)}`,
  )
  return `{${fields.join(',')}}`
}

type Script = { part: string; textTrack: string; lineCount: number }
type Translations = Record<ScriptPart, EmbeddedTranslation>

export const filledScripts = <S extends Script>(scripts: readonly S[]): S[] =>
  scripts.filter(({ lineCount }) => lineCount > 0)

/** Translations start with the lines of the scripts. Returns them as they are now. */
export async function copyScripts(
  tx: Tx,
  viewer: PreparedViewer,
  {
    _id,
    translations,
    scripts,
    by,
  }: {
    _id: string
    translations: Record<ScriptPart, TranslationIds>
    scripts: readonly Script[]
    by: string
  },
): Promise<Translations | undefined> {
  const filled = filledScripts(scripts)
  if (filled.length === 0) return undefined
  for (const { part, textTrack: script } of filled)
    await copyScript(tx, { script, textTrack: translations[part as ScriptPart].textTrack, by })
  const [found] = await selectTranslations(tx, viewer.shape, { id: _id })
  return found!.translations
}

const part = (viewer: Viewer, name: ScriptPart): RawBuilder<unknown> =>
  translationJson(viewer, name, true)

const selectTranslations = prepared(
  (viewer: Viewer) => sql<{ translations: Translations }>`
  select json_build_object(
    'dialogue', ${part(viewer, 'dialogue')},
    'graphics', ${part(viewer, 'graphics')}) as translations
  from work_request w where w.id = ${param('id')}`,
)
