// Distributes an installation by studio. One transaction: after an interruption everything is as it
// was, and the command can be repeated.
import { ConfigError } from '../../config/config.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { planDistribution, type Obstacle, type TableStep } from './rules.ts'
import { describeTables, hasCitus } from './tables.ts'

export type Distribution = { steps: TableStep[]; obstacles: Obstacle[]; workers: number }

/** What will be done. Throws if the database is no coordinator with workers. */
export async function readDistribution(db: Db): Promise<Distribution> {
  if (!(await hasCitus(db)))
    throw new ConfigError('The database of DATABASE_URL has no Citus. See docs/run/citus.md')
  const { rows } = await sql<{ isCoordinator: boolean; isRegistered: boolean; workers: number }>`
    select citus_is_coordinator() as "isCoordinator",
      coalesce(bool_or(groupid = 0), false) as "isRegistered",
      count(*) filter (where groupid <> 0 and isactive and shouldhaveshards) as workers
    from pg_dist_node`.execute(db)
  const { isCoordinator, isRegistered, workers } = rows[0]!
  if (!isCoordinator) throw new ConfigError('DATABASE_URL is a worker. Use the coordinator')
  if (!isRegistered)
    throw new ConfigError('The coordinator is not registered. Call citus_set_coordinator_host')
  if (workers === 0) throw new ConfigError('The coordinator has no worker. Call citus_add_node')
  return { ...planDistribution(await describeTables(db)), workers }
}

/** Safe to repeat, such as after a migration that adds a table. */
export async function distributeTables(db: Db, steps: readonly TableStep[]): Promise<void> {
  await inTransaction(db, (tx) => distributeAll(tx, steps))
  await grantSequences(db)
}

/** References are dropped meanwhile, because Citus checks each against tables not distributed yet. */
async function distributeAll(tx: Tx, steps: readonly TableStep[]): Promise<void> {
  const open = steps.filter(({ action }) => action !== 'none')
  if (open.length > 0) {
    await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(tx)
    const references = await dropReferences(tx)
    await replicate(tx, namesOf(open, 'replicate'))
    await distribute(tx, namesOf(open, 'distribute'))
    for (const { table, name, definition } of references)
      await sql`alter table ${sql.ref(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
        tx,
      )
    await sayKinds(tx, steps)
  }
  await distributeFunctions(tx)
  await setParameters(tx)
}

const namesOf = (steps: readonly TableStep[], action: TableStep['action']) =>
  steps.filter((step) => step.action === action).map(({ table }) => table)

async function replicate(tx: Tx, tables: readonly string[]) {
  for (const table of tables) await sql`select create_reference_table(${table})`.execute(tx)
}

async function distribute(tx: Tx, tables: readonly string[]) {
  let colocated = (await findColocated(tx)) ?? 'none'
  for (const table of tables) {
    await sql`
      select create_distributed_table(${table}, 'studio_id', colocate_with => ${colocated})`.execute(
      tx,
    )
    if (colocated === 'none') colocated = table
  }
}

/** A table that an earlier run has distributed. The view citus_tables would wait for this transaction. */
async function findColocated(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select logicalrelid::text as name from pg_dist_partition
    where partmethod = 'h' order by 1 limit 1`.execute(tx)
  return rows[0]?.name
}

/** Statements that run on a worker call functions there. */
async function distributeFunctions(tx: Tx) {
  await sql`
    select create_distributed_function(f.oid::regprocedure) from pg_proc f
    where f.pronamespace = current_schema()::regnamespace and f.prokind = 'f'
      and f.prorettype <> 'trigger'::regtype
      and not exists (select from pg_depend d where d.objid = f.oid and d.deptype = 'e')
      and not exists (
        select from pg_dist_object o
        where o.classid = 'pg_proc'::regclass and o.objid = f.oid)`.execute(tx)
}

/**
 * Citus creates the sequences of tenant tables on the workers without the rights of the service. The
 * workers know them only after the transaction.
 */
async function grantSequences(db: Db) {
  const { rows } = await sql<{ name: string; success: boolean; result: string }>`
    select c.relname::text as name, granted.success, granted.result
    from pg_class c
      join pg_depend d on d.objid = c.oid and d.deptype = 'i'
      join pg_dist_partition p on p.logicalrelid = d.refobjid and p.partmethod = 'h'
      cross join lateral run_command_on_workers(format(
        'grant usage, select, update on sequence %I.%I to reelay_system, reelay_service',
        current_schema(), c.relname)) granted
    where c.relkind = 'S'`.execute(db)
  const failed = rows.find(({ success }) => !success)
  if (failed) throw new Error(`Rights on ${failed.name} were not granted: ${failed.result}`)
}

type ForeignKey = { table: string; name: string; definition: string }

async function dropReferences(tx: Tx): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.relname::text as table, k.conname::text as name,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace
    -- Those of local tables last: they make Citus aware of the table.
    order by obj_description(c.oid, 'pg_class') = 'local', 1, 2`.execute(tx)
  for (const { table, name } of rows)
    await sql`alter table ${sql.ref(table)} drop constraint ${sql.ref(name)}`.execute(tx)
  return rows
}

/** Citus replaces a local table that refers to a reference table, and its comment is lost. */
async function sayKinds(tx: Tx, steps: readonly TableStep[]) {
  for (const { table, kind } of steps)
    if (kind === 'local')
      await sql`comment on table ${sql.ref(table)} is ${sql.lit(kind)}`.execute(tx)
}

async function setParameters(tx: Tx) {
  const { rows } = await sql<{ name: string }>`select current_database()::text as name`.execute(tx)
  for (const statement of parameterStatements(rows[0]!.name)) await sql.raw(statement).execute(tx)
}

/**
 * Workers get what a transaction states with `set local`. The functions in policies may read the
 * tables beside the one that they protect, which are on the same worker. A transaction may change
 * tenant tables and then reference tables.
 */
export const parameterStatements = (database: string): string[] =>
  [
    'citus.propagate_set_commands = local',
    'citus.allow_nested_distributed_execution = on',
    'citus.multi_shard_modify_mode = sequential',
  ].map((parameter) => `alter database "${database}" set ${parameter}`)
