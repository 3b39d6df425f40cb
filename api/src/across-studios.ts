// Endpoints with `acrossStudios` change accounts without the limits of row-level security. What they
// refer to is checked under row-level security before they are committed. See docs/decisions/0008.
import type { Db } from './kernel/db/connect.ts'
import { sql } from './kernel/db/sql.ts'
import type { RequireVisible } from './kernel/http/app.ts'
import { notFound } from './kernel/http/contract/problem.ts'

export const requireVisible: RequireVisible = async ({ system, caller }, names) => {
  const [existing, visible] = await Promise.all([
    listKnown(system, names),
    listKnown(caller, names),
  ])
  // The checks of the command come first, so only a mistake in them leads here.
  if (existing.some((id) => !visible.includes(id))) throw notFound('user')
}

/** The ids of the records that a call about accounts can refer to. */
async function listKnown(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with named as (select unnest(${names}::text[]) as name)
    select id from person where id in (select name from named)
    union all select id from studio where id in (select name from named)
      or slug in (select name from named)
    union all select id from people_group where id in (select name from named)
    union all select id from identity_provider where id in (select name from named)
    union all select id from identity where id in (select name from named)
    union all select id from token where id in (select name from named)
    union all select id from passkey where id in (select name from named)
    union all select id from project where id in (select name from named)`.execute(db)
  return rows.map(({ id }) => id)
}
