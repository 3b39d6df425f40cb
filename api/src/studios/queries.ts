import { seesFile, seesStudio, type Viewer } from '../access/queries/visibility.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { asc } from '../kernel/db/order.ts'
import { findOne, listPage } from '../kernel/db/page.ts'
import { sql } from '../kernel/db/sql.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import type { AssignmentRule, MailLanguage } from './contract.ts'
import type { StoredStudio } from './rules.ts'

const from = sql`studio s`
const columns = sql`s.id as "_id", s.name, s.slug, s.logo_id as logo, s.settings,
  seconds(s.created_at) as created`

export async function listStudios(
  db: Db,
  viewer: Viewer,
  range: Range,
): Promise<Page<StoredStudio>> {
  const page = await listPage<StoredStudio>(db, range, {
    columns,
    from,
    where: seesStudio(viewer, sql`s.id`),
    order: asc(sql`s.name`, sql`s.id`),
    key: sql`s.id`,
  })
  return { ...page, items: await withVisibleLogos(db, viewer, page.items) }
}

export async function getStudio(db: Db, viewer: Viewer, idOrSlug: string): Promise<StoredStudio> {
  const studio = await findOne<StoredStudio>(db, {
    columns,
    from,
    where: sql`${seesStudio(viewer, sql`s.id`)} and ${idOrSlug} in (s.id, s.slug)`,
  })
  if (!studio) throw notFound('studio')
  const [withLogo] = await withVisibleLogos(db, viewer, [studio])
  return withLogo!
}

/** An embargoed logo is omitted, like any embargoed file. Few studios have one. */
async function withVisibleLogos(
  db: Db,
  viewer: Viewer,
  studios: readonly StoredStudio[],
): Promise<StoredStudio[]> {
  const logos = studios.flatMap(({ logo }) => logo ?? [])
  if (logos.length === 0) return [...studios]
  const { rows } = await sql<{ id: string }>`
    select f.id from file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
    where f.id = any (${logos}) and ${seesFile(viewer)}`.execute(db)
  const visible = new Set(rows.map(({ id }) => id))
  return studios.map((studio) => ({
    ...studio,
    logo: studio.logo !== null && visible.has(studio.logo) ? studio.logo : null,
  }))
}

/** The indexes of the rules whose vendor, project or territory does not exist in the studio. */
export async function findBrokenRules(
  tx: Tx,
  studio: string,
  rules: readonly AssignmentRule[],
): Promise<{ index: number; field: 'vendor' | 'project' | 'territory' }[]> {
  const { rows } = await sql<{ index: number; field: 'vendor' | 'project' | 'territory' }>`
    select (rule.position - 1)::int as index, broken.field
    from jsonb_array_elements(${JSON.stringify(rules)}::jsonb) with ordinality rule (value, position)
    cross join lateral (
      select 'vendor' as field where not exists (
        select from people_group g join group_studio gs on gs.group_id = g.id
        where g.id = rule.value ->> 'vendor' and g.type = 'v' and gs.studio_id = ${studio})
      union all select 'project' where rule.value ->> 'project' is not null and not exists (
        select from project p where p.id = rule.value ->> 'project' and p.studio_id = ${studio})
      union all select 'territory' where rule.value ->> 'territory' is not null and not exists (
        select from territory t where t.code = rule.value ->> 'territory')) broken
    order by rule.position`.execute(tx)
  return rows
}

export const lockStudio = (tx: Tx, idOrSlug: string) =>
  sql`select from studio where ${idOrSlug} in (id, slug) for update`.execute(tx)

/** Of mails to people without an account, unless the sender chooses another. */
export async function mailLanguageOf(db: Db, studio: string): Promise<MailLanguage> {
  const { rows } = await sql<{ language: MailLanguage }>`
    select coalesce(settings ->> 'mailLanguage', 'en') as language
    from studio where id = ${studio}`.execute(db)
  return rows[0]?.language ?? 'en'
}
