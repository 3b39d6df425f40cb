// node scripts/bench/partitions.ts [rows]: what monthly partitions of the notifications would cost.
// Counts the pages that a statement touches, which does not depend on the load of the machine.
import pg from 'pg'
import { databaseOn, startCluster, TEMPLATE } from '../../api/test/cluster.ts'

const ROWS = Number(process.argv[2] ?? 1_000_000)
const MONTHS = 24
const PEOPLE = 500
const PERSON = `'person-7'`

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }

const cluster = await startCluster()
const client = new pg.Client({ connectionString: databaseOn(cluster.url, TEMPLATE) })
await client.connect()
try {
  // Without triggers and foreign keys, which are the same for both.
  await client.query(`set session_replication_role = replica`)
  const results: Record<string, Record<string, number>> = {}
  const measure = async (column: string, table: string) => {
    for (const [name, statement] of Object.entries(statementsFor(table)))
      (results[name] ??= {})[column] = await countPages(statement)
  }
  await fill('notification', 100_000)
  await measure('plain, 100,000 rows', 'notification')
  await client.query('truncate notification')
  await fill('notification', ROWS)
  await measure(`plain, ${ROWS.toLocaleString('en')} rows`, 'notification')
  await createPartitioned()
  await fill('notification_parts', ROWS)
  await measure(`${MONTHS} partitions`, 'notification_parts')
  console.table(results)
  console.table({ 'pages after ten months of retention': await measureReuse() })
} finally {
  await client.end()
  await cluster.stop()
}

async function createPartitioned() {
  await client.query(`create table notification_parts (like notification including defaults,
    primary key (id, created_at), unique (event_id, to_id, created_at))
    partition by range (created_at)`)
  for (let month = 0; month < MONTHS; month++)
    await client.query(`create table notification_parts_${month} partition of notification_parts
      for values from ('${startOf(month)}') to ('${startOf(month + 1)}')`)
  const { rows } = await client.query<{ text: string }>(`
    select pg_get_indexdef(indexrelid) as text from pg_index
    where indrelid = 'notification'::regclass and not indisunique`)
  for (const { text } of rows)
    await client.query(
      text.replace(/INDEX \w+ ON public\.notification/, 'INDEX ON notification_parts'),
    )
}

function startOf(month: number): string {
  return new Date(Date.UTC(2024, month, 1)).toISOString().slice(0, 10)
}

/** Evenly over the months. One in a hundred is unread. */
async function fill(table: string, count: number, from = startOf(0), to = startOf(MONTHS)) {
  await client.query(`
    insert into ${table} (studio_id, event_id, from_id, to_id, type, title, email_subject, read,
      created_at)
    select 'studio-' || n % 20, 'event-${from}-' || n / 20, 'person-1', 'person-' || n % ${PEOPLE}, 'wam',
      'A title of about forty characters in length', 'A subject', n % 100 <> 7,
      '${from}'::timestamptz + ('${to}'::timestamptz - '${from}'::timestamptz) * (n::float / ${count})
    from generate_series(0, ${count} - 1) n`)
  await client.query(`vacuum analyze ${table}`)
}

function statementsFor(table: string): Record<string, string> {
  return {
    'newest 20 of a person': `select id, title from ${table} where to_id = ${PERSON}
    order by created_at desc, id desc limit 20`,
    'all unread of a person without any': `select id from ${table} where to_id = 'person-8'
    and not read order by created_at desc, id desc limit 20`,
    'one by its id': `select * from ${table} where id = 'ffffffffffffffffffffffff'`,
    'of one event and person': `select * from ${table}
    where event_id = 'event-2024-01-01-70' and to_id = ${PERSON}`,
    'mark one as read': `update ${table} set read = true
    where id = (select min(id) from (select id from ${table} where to_id = ${PERSON}
      and not read order by created_at desc, id desc limit 1) newest)`,
    'insert one': `insert into ${table} (studio_id, event_id, from_id, to_id, type, title,
    email_subject, created_at) values ('studio-1', 'event-x', 'person-1', ${PERSON}, 'wam', 'A title',
    'A subject', '2025-12-31')`,
    'delete 1,000 by retention': `delete from ${table} where id in (
    select id from ${table} where studio_id = 'studio-1' and created_at < '2024-06-01'
    order by created_at limit 1000)`,
  }
}

async function countPages(statement: string): Promise<number> {
  await client.query('begin')
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan; Planning: Plan }] }>(
      `explain (analyze, buffers, format json) ${statement}`,
    )
    const { Plan } = rows[0]!['QUERY PLAN'][0]
    return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
  } finally {
    await client.query('rollback')
  }
}

/** Deletes the oldest month and adds a new one, ten times: whether the space is used again. */
async function measureReuse(): Promise<Record<string, number>> {
  const sizeOf = async () =>
    (
      await client.query<{ pages: number }>(
        `select (pg_total_relation_size('notification') / 8192)::int as pages`,
      )
    ).rows[0]!.pages
  const before = await sizeOf()
  for (let month = 0; month < 10; month++) {
    await client.query(`delete from notification where created_at < '${startOf(month + 1)}'`)
    await client.query('vacuum notification')
    const count = Math.floor(ROWS / MONTHS)
    await fill('notification', count, startOf(MONTHS + month), startOf(MONTHS + month + 1))
  }
  return { before, after: await sizeOf() }
}
