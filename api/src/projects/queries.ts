import type { Static } from 'typebox'
import { findIdByAddress } from '../access/queries/slugs.ts'
import { seesFile, seesProject, type Viewer } from '../access/queries/visibility.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { lockRow } from '../kernel/db/lock-row.ts'
import { orderBy } from '../kernel/db/order.ts'
import { findByName } from '../access/queries/search.ts'
import { allOf, matchesIdOrSlug, findOne, listPage } from '../kernel/db/page.ts'
import { sql, type Sql } from '../kernel/db/sql.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import type * as contract from './contract.ts'
import type { StoredProject } from './rules.ts'

type ProjectFilter = Static<typeof contract.listProjects.query>

const from = sql`project p`

/** An embargoed or invisible logo is omitted. */
const summary = (viewer: Viewer): Sql => sql`p.id as "_id", p.name, p.slug, p.studio_id as studio,
  (select f.id from file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
  where f.studio_id = p.studio_id and f.id = p.logo_id
    and ${seesFile(viewer)}) as logo`
const columns = (viewer: Viewer): Sql => sql`${summary(viewer)}, p.status, p.description,
  case when p.release_at is not null then json_build_object('date', seconds(p.release_at), 'tz',
    p.release_tz) end as release,
  seconds(p.created_at) as created`

export async function listProjects(
  db: Db,
  viewer: Viewer,
  { q, studio, status, order }: ProjectFilter,
  range: Range,
): Promise<Page<StoredProject>> {
  const named = q ? await findByName(db, 'project', q) : undefined
  return listPage(db, range, {
    columns: columns(viewer),
    from,
    key: sql`p.id`,
    where: allOf(
      seesProject(viewer),
      q && named
        ? sql`${named.condition(sql`p`)} or ${matchesIdOrSlug(q, sql`p.id`, sql`p.slug`)}`
        : sql`true`,
      studio
        ? sql`p.studio_id in (select s.id from studio s where ${studio} in (s.id, s.slug))`
        : sql`true`,
      status ? sql`p.status = ${status}` : sql`true`,
    ),
    order: orderBy(order, { name: sql`p.name`, created: sql`p.created_at` }, 'name', sql`p.id`),
  })
}

export async function getProject(db: Db, viewer: Viewer, idOrSlug: string): Promise<StoredProject> {
  const project = await findOne<StoredProject>(db, {
    columns: columns(viewer),
    from,
    where: sql`${seesProject(viewer)} and p.id = ${await resolveProject(db, viewer, idOrSlug)}`,
  })
  if (!project) throw notFound('project')
  return project
}

export async function resolveProject(db: Db, viewer: Viewer, idOrSlug: string): Promise<string> {
  const id = await findIdByAddress(db, 'project', idOrSlug, seesProject(viewer))
  if (!id) throw notFound('project')
  return id
}

export const lockProject = (tx: Tx, id: string) => lockRow(tx, 'project', id)
