import type { Db } from '../../kernel/db/connect.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import type { TableDescription, TableState } from './rules.ts'

/** The names of the columns with these numbers, in their order. */
const columnNames = (numbers: Sql, table: Sql) => sql`array(
  select a.attname::text from unnest(${numbers}) with ordinality k (number, position)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = k.number
  order by k.position)`

/** Describes the tables of the schema. Without Citus, they are all plain. */
export async function describeTables(db: Db): Promise<TableDescription[]> {
  const { rows } = await sql<Omit<TableDescription, 'state' | 'distributedBy'>>`
    select c.relname::text as name, obj_description(c.oid, 'pg_class') as kind,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      array(
        select to_json(${columnNames(sql`i.indkey::int2[]`, sql`c.oid`)}) from pg_index i
        where i.indrelid = c.oid and i.indisunique) as keys,
      array(
        select json_build_object('table', target.relname,
          'kind', obj_description(target.oid, 'pg_class'),
          'columns', ${columnNames(sql`k.conkey`, sql`c.oid`)},
          'setsNull', k.confdeltype in ('n', 'd'))
        from pg_constraint k join pg_class target on target.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f') as references,
      array(
        select t.tgname::text from pg_trigger t
        where t.tgrelid = c.oid and not t.tgisinternal) as triggers,
      array(
        select concat_ws(' ', pg_get_expr(p.polqual, c.oid), pg_get_expr(p.polwithcheck, c.oid))
        from pg_policy p where p.polrelid = c.oid) as policies
    from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
    order by c.relname`.execute(db)
  const states = await readStates(db)
  return rows.map((row) => ({
    ...row,
    ...(states.get(row.name) ?? { state: 'plain', distributedBy: null }),
  }))
}

type DistributedTable = { state: TableState; distributedBy: string | null }

/** Local tables that refer to reference tables are known to Citus too, and stay where they are. */
async function readStates(db: Db): Promise<Map<string, DistributedTable>> {
  if (!(await hasCitus(db))) return new Map()
  const { rows } = await sql<DistributedTable & { name: string }>`
    select c.relname::text as name,
      case p.partmethod when 'h' then 'distributed' else 'reference' end as state,
      case p.partmethod when 'h' then column_to_column_name(p.logicalrelid, p.partkey) end
        as "distributedBy"
    from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where p.partmethod = 'h' or p.repmodel = 't'`.execute(db)
  return new Map(rows.map(({ name, ...table }) => [name, table]))
}

export async function hasCitus(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db)
  return rows.length > 0
}
