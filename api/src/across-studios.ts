// Changes of accounts, which can belong to studios that the caller does not see. Row-level security
// would hide those studios from the checks of the commands, so it does not limit these transactions.
// What they may refer to is checked under row-level security before they are committed.
import { sql } from 'kysely'
import type { Db } from './kernel/db/connect.ts'
import type { AcrossStudios } from './kernel/http/app.ts'
import { notFound } from './kernel/http/contract/problem.ts'

/** Only changes. Reads are always limited. */
export const ACROSS_STUDIOS: readonly { path: string; why: string }[] = [
  { path: '/session', why: 'The sign-in of a person depends on all their studios.' },
  { path: '/users', why: 'Only a manager of all studios of a person may change their account.' },
  { path: '/groups', why: 'A group can have several studios, and makes people their members.' },
  { path: '/studios', why: 'Settings and providers of a studio decide about sessions of people.' },
]

export const acrossStudios: AcrossStudios = {
  includes: ({ method, path }) =>
    method !== 'GET' &&
    ACROSS_STUDIOS.some((one) => path === one.path || path.startsWith(`${one.path}/`)),
  async requireVisible({ system, caller }, names) {
    const [known, visible] = await Promise.all([listKnown(system, names), listKnown(caller, names)])
    // The checks of the command come first, so only a mistake in them leads here.
    if (known.some((id) => !visible.includes(id))) throw notFound('user')
  },
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
