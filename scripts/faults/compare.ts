// Compares what was acknowledged with the database, and with the bytes that the service serves.
import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { runOn } from '../../api/test/standby.ts'
import { send, type Connection } from '../tools/send.ts'
import type { ScenarioFindings } from './scenario.ts'
import { waitUntil } from './wait.ts'
import type { Ledger } from './clients.ts'

const SECONDS_TO_CATCH_UP = 60
const READERS = 4
const ATTEMPTS = 20

export async function compare(
  url: string,
  connection: Connection,
  ledger: Ledger,
): Promise<Omit<ScenarioFindings, 'failed'>> {
  const stuck = await countStuck(url)
  const orders = await compareOrders(url, ledger.orders)
  const repeated = await runOn(
    url,
    `select name from file where name like 'upload-%' group by name having count(*) > 1`,
  )
  return {
    lost:
      orders.lost +
      (await countLostChanges(url, ledger.changes)) +
      (await countLostUploads(connection, ledger.uploads)),
    duplicated: orders.duplicated + repeated.length,
    stuck,
  }
}

/** Each order has one event and one audit entry of its submission, and its two translations. */
const ORDERS = `
  select id, instructions as key,
    (select count(*)::int from event where work_request_id = w.id and type = 'wsu') as events,
    (select count(*)::int from audit where about_id = w.id and action = 'POST /workrequests')
      as audited,
    (select count(*)::int from work_request_history h
      where h.work_request_id = w.id and h.status = 'submitted') as entries,
    (select count(*)::int from translation t where t.work_request_id = w.id) / 2 as translations
  from work_request w where instructions like 'order-%'`
type StoredOrder = { id: string; key: string } & Record<(typeof PARTS)[number], number>
const PARTS = ['events', 'audited', 'entries', 'translations'] as const

async function compareOrders(url: string, acknowledged: Ledger['orders']) {
  const rows = await runOn<StoredOrder>(url, ORDERS)
  const orders = new Map(rows.map((row) => [row.key, row]))
  const isLost = ([key, id]: [string, string]) => {
    const order = orders.get(key)
    return order?.id !== id || PARTS.some((part) => order[part] === 0)
  }
  const repeated = rows.filter((order) => PARTS.some((part) => order[part] > 1))
  return {
    lost: [...acknowledged].filter(isLost).length,
    duplicated: rows.length - orders.size + repeated.length,
  }
}

/** Jobs and events that are still not processed some time after the last fault. */
async function countStuck(url: string): Promise<number> {
  let [waiting, dead] = [0, 0]
  await waitUntil(async () => {
    const [row] = await runOn<{ waiting: number; dead: number }>(
      url,
      `select
        (select count(*)::int from job where dead_at is null and run_at < now() - interval '5 seconds')
          + (select count(*)::int from event where not processed) as waiting,
        (select count(*)::int from job where dead_at is not null) as dead`,
    )
    ;({ waiting, dead } = row!)
    return waiting === 0
  }, SECONDS_TO_CATCH_UP)
  return waiting + dead
}

/** A repeated change may be there twice in the audit, because PUT has no key. */
async function countLostChanges(url: string, changes: Ledger['changes']): Promise<number> {
  const rows = await runOn<{ id: string; name: string; audited: number }>(
    url,
    `select id, name, (select count(*)::int from audit where about_id = file.id
      and action = 'PUT /files/:id') as audited from file`,
  )
  const files = new Map(rows.map((row) => [row.id, row]))
  return [...changes].filter(([id, { name, acknowledged }]) => {
    const file = files.get(id)
    return !file || file.name < name || file.audited < acknowledged
  }).length
}

async function countLostUploads(connection: Connection, uploads: Ledger['uploads']) {
  const waiting = uploads.entries()
  let lost = 0
  const check = async () => {
    for (const [id, sha256] of waiting) if ((await readDigest(connection, id)) !== sha256) lost += 1
  }
  await Promise.all(Array.from({ length: READERS }, check))
  return lost
}

/** Undefined if the service does not serve the file. */
async function readDigest(connection: Connection, id: string): Promise<string | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { status, bytes } = await send(connection, `/api/files/${id}/content`)
    if (status === 200) return hash('sha256', bytes)
    if (status !== 0 && status < 500) return undefined
    await sleep(250)
  }
  return undefined
}
