// The tables of a database as the catalog of PostgreSQL describes them.
import pg from 'pg'

export type CatalogTable = {
  name: string
  columns: { name: string; isRequired: boolean }[]
  /** Primary keys, unique constraints and unique indexes, with their plain columns. */
  uniques: { name: string; columns: string[] }[]
  foreignKeys: ForeignKey[]
  triggers: string[]
  /** Policies whose condition contains a subquery. */
  subqueryPolicies: string[]
}
export type ForeignKey = {
  name: string
  to: string
  columns: string[]
  toColumns: string[]
  onDelete: 'no action' | 'restrict' | 'cascade' | 'set null' | 'set default'
}

export async function readCatalog(url: string): Promise<CatalogTable[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<CatalogTable>(TABLES)).rows
  } finally {
    await client.end()
  }
}

const listOf = (select: string, order: string) =>
  `coalesce((select json_agg(${select} order by ${order})`

const namesOf = (relation: string, numbers: string) => `
  array(select a.attname from unnest(${numbers}) with ordinality as listed (number, position)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = listed.number
    order by listed.position)`

const COLUMNS = `
  ${listOf(`json_build_object('name', a.attname, 'isRequired', a.attnotnull)`, 'a.attnum')}
    from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]')`

const UNIQUES = `
  ${listOf(`json_build_object('name', i.indexrelid::regclass::text, 'columns', ${namesOf('c.oid', '(i.indkey::int2[])[0:i.indnkeyatts - 1]')})`, 'i.indexrelid::regclass::text')}
    from pg_index i where i.indrelid = c.oid and i.indisunique), '[]')`

const FOREIGN_KEYS = `
  ${listOf(
    `json_build_object('name', k.conname, 'to', k.confrelid::regclass::text,
      'columns', ${namesOf('k.conrelid', 'k.conkey')},
      'toColumns', ${namesOf('k.confrelid', 'k.confkey')},
      'onDelete', case k.confdeltype when 'a' then 'no action' when 'r' then 'restrict'
        when 'c' then 'cascade' when 'n' then 'set null' else 'set default' end)`,
    'k.conname',
  )}
    from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'), '[]')`

const TRIGGERS = `
  ${listOf('t.tgname', 't.tgname')}
    from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal), '[]')`

/** The stored tree of a condition names its subqueries. */
const POLICIES = `
  ${listOf('p.polname', 'p.polname')}
    from pg_policy p where p.polrelid = c.oid
      and concat(p.polqual::text, p.polwithcheck::text) like '%{SUBLINK%'), '[]')`

const TABLES = `
  select c.relname as name, ${COLUMNS} as columns, ${UNIQUES} as uniques,
    ${FOREIGN_KEYS} as "foreignKeys", ${TRIGGERS} as triggers,
    ${POLICIES} as "subqueryPolicies"
  from pg_class c
  where c.relkind in ('r', 'p') and not c.relispartition
    and c.relnamespace = 'public'::regnamespace
  order by c.relname`
