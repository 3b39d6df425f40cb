import { hasAddress } from '../../access/queries/slugs.ts'
import { seesPerson } from '../../access/queries/people.ts'
import { seesAsset, seesProject, type Viewer } from '../../access/queries/visibility.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { lockRow } from '../../kernel/db/lock-row.ts'
import { desc } from '../../kernel/db/order.ts'
import { allOf, matches, findOne, listPage } from '../../kernel/db/page.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Page, Range } from '../../kernel/http/contract/range.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import { summaryJson } from '../../users/queries.ts'
import type { Provenance } from '../contract.ts'
import type { StoredUnit } from '../rules/present.ts'
import type { TranslationPair } from '@reelay/translation-memory'
import { seesTranslationOf, seesUnit } from './visibility.ts'

const from = sql`memory_unit m`

/** Provenance is null where the viewer cannot see it elsewhere. */
const provenanceColumns = (viewer: Viewer) => sql`
  m.origin, seconds(m.approved_at) as approved,
  case when ${seesTranslationOf(viewer)} then m.translation_id end as translation,
  case when ${seesPerson(viewer, sql`m.approved_by`)}
    then ${summaryJson(sql`m.approved_by`, sql`m.studio_id`)} end as "approvedBy"`
const columns = (viewer: Viewer) => sql`
  m.id as "_id", m.studio_id as studio, m.source_language as "sourceLanguage", m.language,
  m.source, m.target, ${provenanceColumns(viewer)},
  (select p.id from project p where p.studio_id = m.studio_id and p.id = m.project_id
    and ${seesProject(viewer)}) as project,
  (select a.id from asset a where a.studio_id = m.studio_id and a.id = m.asset_id
    and ${seesAsset(viewer)}) as asset`

export type UnitFilter = {
  studio?: string
  sourceLanguage?: string
  language?: string
  project?: string
  q?: string
}

const matchesFilter = (
  viewer: Viewer,
  { studio, sourceLanguage, language, project, q }: UnitFilter,
) =>
  allOf(
    seesUnit(viewer),
    studio
      ? sql`m.studio_id in (select s.id from studio s where ${studio} in (s.id, s.slug))`
      : sql`true`,
    sourceLanguage ? sql`m.source_language = ${sourceLanguage}` : sql`true`,
    language ? sql`m.language = ${language}` : sql`true`,
    project
      ? sql`m.project_id in (
          select p.id from project p
          where ${hasAddress(project, { id: sql`p.id`, slug: sql`p.slug`, studio: sql`p.studio_id` })}
            and ${seesProject(viewer)}
        )`
      : sql`true`,
    q ? matches(sql`m.folded`, q) : sql`true`,
  )

export const listUnits = (
  db: Db,
  viewer: Viewer,
  range: Range,
  filter: UnitFilter,
): Promise<Page<StoredUnit>> =>
  listPage(db, range, {
    columns: columns(viewer),
    from,
    key: sql`m.id`,
    where: matchesFilter(viewer, filter),
    order: desc(sql`m.approved_at`, sql`m.id`),
  })

export async function getUnit(db: Db, viewer: Viewer, id: string): Promise<StoredUnit> {
  const unit = await findOne<StoredUnit>(db, {
    columns: columns(viewer),
    from,
    where: sql`m.id = ${id} and ${seesUnit(viewer)}`,
  })
  if (!unit) throw notFound('memory unit')
  return unit
}

export const lockUnit = (tx: Tx, id: string) => lockRow(tx, 'memory_unit', id)

type UnitProvenance = Omit<Provenance, 'times'>

export async function findProvenance(
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, UnitProvenance>> {
  const { rows } = await sql<{ unit: UnitProvenance }>`
    select to_json(provenance) as unit from (
      select m.id as unit, ${provenanceColumns(viewer)},
        (
          select json_build_object('_id', p.id, 'name', p.name) from project p
          where p.studio_id = m.studio_id and p.id = m.project_id and ${seesProject(viewer)}
        ) as project,
        (
          select json_build_object('_id', a.id, 'name', a.name) from asset a
          where a.studio_id = m.studio_id and a.id = m.asset_id and ${seesAsset(viewer)}
        ) as asset
      from ${from} where m.id = any (${ids})
    ) provenance`.execute(db)
  return new Map(rows.map(({ unit }) => [unit.unit, unit]))
}

type ExportedUnit = TranslationPair & { id: string; approved: number }
const PAGE_SIZE = 1000

/** Pages by id, so that no statement runs long and the whole memory is never loaded. */
export async function* readUnitPages(
  db: Db,
  viewer: Viewer,
  filter: UnitFilter,
): AsyncGenerator<ExportedUnit[]> {
  for (let after = ''; ;) {
    const { rows } = await sql<ExportedUnit>`
      select m.id, m.source_language as "sourceLanguage", m.language, m.source, m.target,
        m.before_key as before, m.after_key as after, seconds(m.approved_at) as approved
      from ${from} where m.id > ${after} and ${matchesFilter(viewer, filter)}
      order by m.id limit ${PAGE_SIZE}`.execute(db)
    if (rows.length) yield rows
    if (rows.length < PAGE_SIZE) return
    after = rows.at(-1)!.id
  }
}
