import type { Static } from 'typebox'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { asc } from '../kernel/db/order.ts'
import { matches, findOne, listPage } from '../kernel/db/page.ts'
import { sql, type Sql } from '../kernel/db/sql.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import type * as contract from './contract.ts'
import type { StoredTerritory } from './rules.ts'

type TerritoryFilter = Static<typeof contract.listTerritories.query>

// Territories belong to the installation, so every signed-in user sees them.
const from = sql`territory t`
const fields = sql`t.id as "_id", t.name, t.code, t.standard, t.countries, t.languages,
  t.assigned_languages as "assignedLanguages"`
const columns = sql`${fields}, seconds(t.created_at) as created`

/** A TerritoryEmbedded or null, for a column with a territory's id. */
export const territoryJson = (id: Sql): Sql =>
  sql`(select to_json(embedded) from (select ${fields} from ${from} where t.id = ${id}) embedded)`

export const listTerritories = (
  db: Db,
  { q }: TerritoryFilter,
  range: Range,
): Promise<Page<StoredTerritory>> =>
  listPage(db, range, {
    columns,
    from,
    where: q === undefined ? sql`true` : matches(sql`fold(t.name)`, q),
    order: asc(sql`t.name`, sql`t.id`),
    key: sql`t.id`,
  })

export async function getTerritory(db: Db, idOrCode: string): Promise<StoredTerritory> {
  const territory = await findOne<StoredTerritory>(db, {
    columns,
    from,
    where: sql`${idOrCode} in (t.id, t.code)`,
  })
  if (!territory) throw notFound('territory')
  return territory
}

/** Work requests refer to territories by code, so no foreign key protects them. */
export async function isOrderedFor(db: Db, code: string): Promise<boolean> {
  const { rows } = await sql<{
    ordered: boolean
  }>`select exists (select from work_request where territory = ${code}) as ordered`.execute(db)
  return rows[0]!.ordered
}

export const lockTerritory = (tx: Tx, idOrCode: string) =>
  sql`select from territory where ${idOrCode} in (id, code) for update`.execute(tx)
