import type { Db, Tx } from '../../kernel/db/connect.ts'
import { asc } from '../../kernel/db/order.ts'
import { findOne, listPage } from '../../kernel/db/page.ts'
import { sql } from '../../kernel/db/sql.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import type { Page, Range } from '../../kernel/http/contract/range.ts'
import type { DraftTask } from '../contract.ts'
import type { StoredDraftProvider } from '../rules/present.ts'

const from = sql`draft_provider d`
const columns = sql`d.id as "_id", d.studio_id as studio, d.task, d.kind, d.url, d.model,
  d.secret is not null as "hasSecret", d.active, d.allows_embargoed as "allowsEmbargoed",
  seconds(d.created_at) as created`

/** The caller has to see the studio: callers look it up first. */
export const listDraftProviders = (
  db: Db,
  studio: string,
  range: Range,
): Promise<Page<StoredDraftProvider>> =>
  listPage(db, range, {
    columns,
    from,
    where: sql`d.studio_id = ${studio}`,
    order: asc(sql`d.task`),
    key: sql`d.id`,
  })

type ProviderOf = { studio: string; task: DraftTask }

export const findDraftProvider = (
  db: Db,
  { studio, task }: ProviderOf,
): Promise<StoredDraftProvider | undefined> =>
  findOne<StoredDraftProvider>(db, {
    columns,
    from,
    where: sql`d.studio_id = ${studio} and d.task = ${task}`,
  })

export async function getDraftProvider(db: Db, input: ProviderOf): Promise<StoredDraftProvider> {
  const provider = await findDraftProvider(db, input)
  if (!provider) throw notFound('draft provider')
  return provider
}

export async function readSealedSecret(db: Db, provider: string): Promise<string | null> {
  const { rows } = await sql<{ secret: string | null }>`
    select secret from draft_provider where id = ${provider}`.execute(db)
  return rows[0]?.secret ?? null
}

/** The row may not exist yet, so the studio is locked. */
export const lockDraftProviders = (tx: Tx, studio: string) =>
  sql`select from studio where id = ${studio} for update`.execute(tx)
