import { hasAddress } from '../../access/queries/slugs.ts'
import { seesProject, type Viewer } from '../../access/queries/visibility.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { lockRow } from '../../kernel/db/lock-row.ts'
import { asc } from '../../kernel/db/order.ts'
import { allOf, matches, findOne, listPage } from '../../kernel/db/page.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Page, Range } from '../../kernel/http/contract/range.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import { getProject } from '../../projects/queries.ts'
import type { TermKind } from '../contract.ts'
import type { StoredTerm } from '../rules/present.ts'
import { selectTerms, type CheckTerms } from '../rules/terms.ts'

const from = sql`project_term t join project p on p.studio_id = t.studio_id and p.id = t.project_id`
const columns = sql`
  t.id as "_id", t.project_id as project, t.kind, t.source, t.language, t.target, t.forbidden,
  t.note, seconds(t.created_at) as created`

/** Throws 404 if the viewer cannot see the project. Terms for all languages match any language. */
export async function listTerms(
  db: Db,
  viewer: Viewer,
  project: string,
  range: Range,
  { q, kind, language }: { q?: string; kind?: TermKind; language?: string },
): Promise<Page<StoredTerm>> {
  const { _id } = await getProject(db, viewer, project)
  return listPage(db, range, {
    columns,
    from,
    key: sql`t.id`,
    where: allOf(
      sql`t.project_id = ${_id}`,
      q ? sql`${matches(sql`fold(t.source)`, q)} or ${matches(sql`fold(t.target)`, q)}` : sql`true`,
      kind ? sql`t.kind = ${kind}` : sql`true`,
      language ? sql`t.language in ('', ${language})` : sql`true`,
    ),
    order: asc(sql`lower(t.source)`, sql`t.language`, sql`t.id`),
  })
}

export async function getTerm(
  db: Db,
  viewer: Viewer,
  { project, term }: { project: string; term: string },
): Promise<StoredTerm> {
  const storedTerm = await findOne<StoredTerm>(db, {
    columns,
    from,
    where: sql`t.id = ${term} and ${hasAddress(project, { id: sql`p.id`, slug: sql`p.slug`, studio: sql`p.studio_id` })}
      and ${seesProject(viewer)}`,
  })
  if (!storedTerm) throw notFound('term')
  return storedTerm
}

export const lockTerm = (tx: Tx, term: string) => lockRow(tx, 'project_term', term)

/** The terms that apply when a translation is checked. */
export async function loadCheckTerms(
  db: Db,
  { project, language }: { project: string; language: string },
): Promise<CheckTerms> {
  const { rows } = await sql<StoredTerm>`
    select ${columns} from project_term t
    where t.project_id = ${project} and t.language in ('', ${language})
    order by t.created_at, t.id`.execute(db)
  return selectTerms(rows)
}
