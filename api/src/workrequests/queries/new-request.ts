// Everything that a new work request is checked and answered with, in one statement.
import { sql, type RawBuilder } from 'kysely'
import { assetViewJson } from '../../assets/queries.ts'
import { assetViewOf, type StoredAssetView } from '../../assets/rules.ts'
import {
  seesAsset,
  seesWorkRequest,
  viewerOf,
  type Viewer,
} from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { param, prepared, preparedForItems } from '../../kernel/db/prepared.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import { isFresh, mayBuildAs } from '../../kernel/http/documents.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import { projectSummaryJson } from '../../projects/queries.ts'
import type { AssignmentSettings } from '../../studios/contract.ts'
import { summaryJson } from '../../users/queries.ts'
import type { EstimateMeasurements } from '../rules/estimate.ts'
import { seesWholeOrder, type OrderFacts, type OrderedAsset } from '../rules/order.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { assetJson, newFactsJson } from './columns.ts'
import { filmSeconds, isTranslated, workingDays } from './measurements.ts'
import { ORDER_DOCUMENT } from './order-document.ts'

export type NewRequestInput = {
  /** Null for an unknown address. */
  asset: string | null
  owner: string
  language: string
  /** Without one, the territory of the caller in the studio of the asset. */
  territory: string | null
  territories: Record<string, string | null>
  due: { date: number; tz: string } | null
}

type Script = { part: string; textTrack: string; revision: number; lineCount: number }
/** What depends on the order, or changes without a change of its asset. */
type OrderContext = {
  territory: string
  /** In seconds. */
  created: number
  /** The same, with milliseconds. */
  createdAt: string
  from: StoredWorkRequest['from']
  facts: StoredWorkRequest['facts']
  assignment: AssignmentSettings | null
  measurements: EstimateMeasurements
  scripts: Script[]
}
export type NewRequestContext = Omit<OrderContext, 'from' | 'facts'> & {
  record: OrderedAsset & Pick<OrderContext, 'from' | 'facts'>
  assetView: StoredAssetView
}

/**
 * Throws 404 for an asset that is unknown, archived or not visible. `unprepared` gets the asset if
 * its part was assembled and may be prepared.
 */
export async function getNewRequestContext(
  tx: Tx,
  by: Caller,
  input: NewRequestInput,
  unprepared?: Set<string>,
): Promise<NewRequestContext> {
  if (input.asset === null || !mayBuildAs(by)) return assembleContext(tx, by, input)
  const found = await findPrepared(tx, by, input)
  if (!found) unprepared?.add(input.asset)
  return found ?? assembleContext(tx, by, input)
}

type OrderValues = Record<(typeof ORDER_COLUMNS)[number], unknown>
const ORDER_COLUMNS = [
  'asset',
  'owner',
  'language',
  'territory',
  'territories',
  'dueAt',
  'dueTz',
] as const

const valuesOf = ({ due, ...input }: NewRequestInput): OrderValues => ({
  ...input,
  dueAt: due && new Date(due.date * 1000),
  dueTz: due?.tz ?? null,
})

async function findPrepared(
  tx: Tx,
  by: Caller,
  input: NewRequestInput,
): Promise<NewRequestContext | undefined> {
  const found = await selectPrepared(tx, valuesOf(input))
  const facts = found && (JSON.parse(found.facts) as OrderFacts)
  if (!facts || !seesWholeOrder(facts, by)) return undefined
  const assetView = assetViewOf(facts.view, callerIn(by, facts.studio))
  return contextOf(found.context, JSON.parse(found.body) as OrderedAsset, assetView)
}

const contextOf = (
  { from, facts, ...context }: OrderContext,
  ordered: OrderedAsset,
  assetView: StoredAssetView,
): NewRequestContext => ({ ...context, record: { ...ordered, from, facts }, assetView })

export async function assembleContext(
  tx: Tx,
  by: Caller,
  input: NewRequestInput,
): Promise<NewRequestContext> {
  const [found] = await selectContext(tx, viewerOf(by).shape, valuesOf(input))
  if (!found) throw notFound('asset')
  return contextOf(found.context, found.ordered, found.assetView)
}

type OrderColumn = (name: keyof OrderValues) => RawBuilder<unknown>

const territoryIn = (of: OrderColumn, studio: RawBuilder<unknown>) =>
  sql`coalesce(${of('territory')}::text, ${of('territories')}::jsonb ->> ${studio}, '')`

/** The request as it will be inserted, under the alias of the table. */
const newRequest = (
  of: OrderColumn,
  studio: RawBuilder<unknown>,
  project: RawBuilder<unknown>,
) => sql`(
  select null::text as id, ${studio} as studio_id, ${project} as project_id,
    ${of('asset')}::text as asset_id,
    ${of('owner')}::text as owner_id, ${of('language')}::text as language,
    ${territoryIn(of, studio)} as territory,
    null::text as vendor_id, null::text as vendor_answer, null::timestamptz as submitted_at,
    ${of('dueAt')}::timestamptz as due_at, ${of('dueTz')}::text as due_tz
  offset 0)`

const scriptsJson = sql`coalesce((
  select json_agg(json_build_object(
    'part', sc.part, 'textTrack', sc.text_track_id, 'revision', t.revision,
    'lineCount', (
      select count(*) from text_track_line l where l.text_track_id = sc.text_track_id)))
  from script sc join text_track t on t.id = sc.text_track_id
  where sc.asset_id = w.asset_id), '[]')`

/** Over `work_request w` and `studio s`. `languages` are those of the territory. */
const orderContext = ({
  owner,
  seconds,
  translated,
  scripts,
  languages,
}: Record<'owner' | 'seconds' | 'translated' | 'scripts', RawBuilder<unknown>> & {
  languages?: RawBuilder<unknown>
}) => sql`json_build_object(
  'territory', w.territory, 'created', seconds(now()),
  'createdAt', date_trunc('milliseconds', now()),
  'from', ${owner}, 'facts', ${newFactsJson(languages)},
  'assignment', s.settings -> 'assignment',
  'measurements', json_build_object(
    'seconds', ${seconds}, 'items', 0, 'workingDays', ${workingDays}, 'translated', ${translated}),
  'scripts', ${scripts})`

const storedFacts = {
  owner: sql`n.owner`,
  languages: sql`given.languages`,
  seconds: sql`n.seconds`,
  translated: sql`given.translated`,
  scripts: sql`n.scripts`,
}
const visibleFacts = {
  owner: summaryJson(sql`w.owner_id`, sql`w.studio_id`),
  seconds: filmSeconds,
  translated: isTranslated,
  scripts: scriptsJson,
}

const given: OrderColumn = (name) => sql`(given.item ->> ${sql.lit(name)})`

/** Orders of the same asset and owner read what they share once. */
const selectPrepared = preparedForItems<
  OrderValues,
  { number: number; facts: string; body: string; context: OrderContext }
>(
  () => sql`
  select given.number::int, d.facts, d.body, ${orderContext(storedFacts)} as context
  from (
    select ${given('asset')} as asset, ${given('owner')} as owner,
      array_agg(given.item) as items, array_agg(given.number) as numbers
    from jsonb_array_elements(${param('items')}) with ordinality as given (item, number)
    group by 1, 2) ordered
  cross join lateral (
    select * from document d
    where d.kind = ${sql.lit(ORDER_DOCUMENT.kind)} and d.record_id = ordered.asset
      and d.variant = ${sql.lit(ORDER_DOCUMENT.variant)} and ${sql.raw(isFresh)}
    limit 1) d
  join studio s on s.id = d.studio_id
  cross join lateral facts_of_new_requests(d.studio_id, ordered.asset, ordered.owner,
    array(select ${given('language')} from unnest(ordered.items) given (item)),
    array(select ${territoryIn(given, sql`d.studio_id`)}
      from unnest(ordered.items) given (item))) n
  cross join lateral unnest(ordered.items, ordered.numbers, n.translated, n.languages)
    as given (item, number, translated, languages)
  cross join lateral ${newRequest(given, sql`d.studio_id`, sql`null::text`)} w`,
)

const selectContext = prepared(
  (viewer: Viewer) => sql<{
    context: OrderContext
    ordered: OrderedAsset
    assetView: StoredAssetView
  }>`
  select ${orderContext(visibleFacts)} as context,
    json_build_object(
      'studio', w.studio_id, 'project', ${projectSummaryJson(viewer, sql`w.project_id`)},
      'asset', ${assetJson(viewer)}, 'assetType', ty.slug, 'assetCategory', ty.category) as ordered,
    ${assetViewJson(viewer)} as "assetView"
  from asset a
  join asset_type ty on ty.id = a.type_id
  join studio s on s.id = a.studio_id
  cross join lateral ${newRequest(param, sql`a.studio_id`, sql`a.project_id`)} w
  where a.id = ${param('asset')} and a.archived_at is null
    and ${seesAsset(viewer)} and ${seesWorkRequest(viewer)}`,
  { isFirst: true },
)
