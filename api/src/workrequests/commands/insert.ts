import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../kernel/db/connect.ts'
import { param, prepared, SINGLE_SHAPE } from '../../kernel/db/prepared.ts'
import { copyScript } from '../../lines/commands/save.ts'
import type { ScriptPart } from '../../scripts/contract.ts'
import { translationJson } from '../../translations/queries.ts'
import type { PreparedViewer, Viewer } from '../../access/queries/visibility.ts'
import type { EmbeddedTranslation } from '../../translations/rules/translation.ts'
import type { Move } from '../rules/apply-move.ts'
import { FIELD_COLUMNS } from '../rules/field-table.ts'
import type { InsertedRequest } from '../rules/new-record.ts'
import type { FieldRow } from './fields.ts'

export type NewRequestRow = FieldRow & {
  territory: string
  studio_id: string
  project_id: string
  asset_id: string
  owner_id: string
  estimate_base: string
  estimate_applied: string
  estimate_currency: string
  dialogueRevision: number
  graphicsRevision: number
}
const COLUMNS = [
  'status',
  'reason',
  'studio_id',
  'project_id',
  'asset_id',
  'owner_id',
  'estimate_base',
  'estimate_applied',
  'estimate_currency',
  ...FIELD_COLUMNS,
]

/**
 * The territory is locked, because no foreign key protects its code. The values of `jsonb` columns
 * are returned, because PostgreSQL orders their keys.
 */
const newRequest = sql`
  locked as (select from territory where code = ${param('territory')} for share),
  new_request as (
    insert into work_request (
      submitted_at, ${sql.join(COLUMNS.map((column) => sql.ref(column)))})
    select case when ${param('isSubmitted')}::boolean then now() end,
      ${sql.join(COLUMNS.map(param))}
    where ${param('territory')} = '' or exists (select from locked)
    returning id, studio_id, asset_id, owner_id, language,
      json_build_object('dng', dng, 'uses', uses, 'dcp', dcp, 'recipients', recipients,
        'shippingAddresses', shipping) as stored)`

const firstEntry = sql`
  entry as (
    insert into work_request_history (studio_id, work_request_id, person_id, status)
    select studio_id, id, owner_id, 'incomplete' from new_request)`

/** Moves are later than the request, as they are when they are made one after the other. */
const firstEntries = sql`
  entry as (
    insert into work_request_history (
      studio_id, work_request_id, person_id, status, reason, automatic, cause, at)
    select r.studio_id, r.id, r.owner_id, given.status, given.reason, given.cause is not null,
      given.cause, case when given.status = 'incomplete' then now() else clock_timestamp() end
    from new_request r
    cross join jsonb_to_recordset(${param('entries')}::jsonb) as given (
      status text, reason text, cause text)
    returning at)`

const newParts = sql`
  new_part as materialized (
    select r.id, r.studio_id, r.asset_id, r.language, part.name, part.script_revision,
      new_id() as text_track_id
    from new_request r cross join unnest(
      array['dialogue', 'graphics'],
      array[${param('dialogueRevision')}, ${param('graphicsRevision')}]::int[])
      part (name, script_revision)),
  new_track as (insert into text_track (id, studio_id) select text_track_id, studio_id from new_part),
  new_translation as (
    insert into translation (
      studio_id, asset_id, work_request_id, part, language, text_track_id, script_revision)
    select studio_id, asset_id, id, name, language, text_track_id, script_revision from new_part
    returning id, part, text_track_id)`

const translationsOf = sql`(
  select json_object_agg(part, json_build_object('_id', id, 'textTrack', text_track_id))
  from new_translation)`

type Inserted = { inserted: InsertedRequest }

const insertWhole = prepared(
  (isSubmitted: boolean) => sql<Inserted>`
  with ${newRequest}, ${isSubmitted ? firstEntries : firstEntry}, ${newParts}
  select json_build_object('_id', id, 'stored', stored, 'translations', ${translationsOf},
    'dates', ${isSubmitted ? sql`(select json_agg(seconds(at)) from entry)` : sql`'[]'::json`})
    as inserted
  from new_request`,
)
const insertRow = prepared(
  () => sql<Inserted>`
  with ${newRequest} select json_build_object('_id', id, 'stored', stored) as inserted
  from new_request`,
)
const insertParts = prepared(
  () => sql<Pick<Inserted, 'inserted'>>`
  with new_request as (
    select id, studio_id, asset_id, owner_id, language
    from work_request where id = ${param('id')}),
  ${firstEntry}, ${newParts}
  select json_build_object('translations', ${translationsOf}) as inserted`,
)

/**
 * Inserts the request with its history and its translations, after these moves. Row-level security
 * lets people of vendors insert the parts only after the request. Returns nothing if the territory
 * was removed.
 */
export async function insertWorkRequest(
  tx: Tx,
  row: NewRequestRow,
  moves: readonly Move[],
): Promise<InsertedRequest | undefined> {
  const isSubmitted = moves.length > 0
  const { to: status, reason } = moves.at(-1) ?? START
  const entries = [START, ...moves].map(({ to, ...entry }) => ({ status: to, ...entry }))
  const [found] = await insertWhole(
    tx,
    {
      key: String(isSubmitted),
      open: isSubmitted,
      values: { ...row, status, reason, isSubmitted },
    },
    isSubmitted ? { entries: JSON.stringify(entries) } : {},
  )
  return found?.inserted
}

const insertNames = prepared(
  () => sql`
  insert into material (work_request_id, name)
  select ${param('request')}, unnest(${param('names')}::text[])`,
)

/** Row-level security shows the request only to statements after the one that inserts it. */
export async function insertMaterials(
  tx: Tx,
  request: string,
  names: readonly string[],
): Promise<void> {
  if (names.length) await insertNames(tx, SINGLE_SHAPE, { request, names })
}

const START: Move = { to: 'incomplete', reason: '' }

/** The same for people of a vendor, who submit a request after it was inserted. */
export async function insertInParts(
  tx: Tx,
  row: NewRequestRow,
): Promise<InsertedRequest | undefined> {
  const { to: status, reason } = START
  const [first] = await insertRow(tx, SINGLE_SHAPE, { ...row, status, reason, isSubmitted: false })
  if (!first) return undefined
  const [second] = await insertParts(tx, SINGLE_SHAPE, { ...row, id: first.inserted._id })
  return { ...first.inserted, translations: second!.inserted.translations }
}

type Script = { part: string; textTrack: string; lineCount: number }
type Translations = Record<ScriptPart, EmbeddedTranslation>

/** Translations start with the lines of the scripts. Returns them as they are now. */
export async function copyScripts(
  tx: Tx,
  viewer: PreparedViewer,
  {
    _id,
    translations,
    scripts,
    by,
  }: Pick<InsertedRequest, '_id' | 'translations'> & { scripts: readonly Script[]; by: string },
): Promise<Translations | undefined> {
  const filled = scripts.filter(({ lineCount }) => lineCount > 0)
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
