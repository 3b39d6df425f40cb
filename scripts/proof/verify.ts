// Compares a ledger with the database and with the bytes that the service serves.
import { hash } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { runOn } from '../../api/test/standby.ts'
import { compareLedger, type LedgerFindings, type OrderTarget } from './orders.ts'
import { send, type ProofConnection } from './send.ts'
import type { WorkLedger } from './workload.ts'

const ATTEMPTS = 20

export async function verifyWork(
  url: string,
  port: number,
  target: OrderTarget,
  ledger: WorkLedger,
): Promise<LedgerFindings> {
  const findings = await compareLedger(url, ledger.orders)
  const lost =
    findings.lost +
    (await countLostChanges(url, ledger.changes)) +
    (await countLostUploads(port, target, ledger.uploads))
  return { ...findings, duplicated: findings.duplicated + (await countRepeatedFiles(url)), lost }
}

/** A repeated change may be there twice in the audit, because PUT has no key. */
async function countLostChanges(url: string, changes: WorkLedger['changes']): Promise<number> {
  const rows = await runOn<{ id: string; name: string; audited: number }>(
    url,
    `select id, name, (select count(*)::int from audit where about_id = file.id
      and act = 'PUT /files/:id') as audited from file`,
  )
  const files = new Map(rows.map((row) => [row.id, row]))
  return [...changes].filter(([id, { name, acknowledged }]) => {
    const found = files.get(id)
    return !found || found.name < name || found.audited < acknowledged
  }).length
}

/** Each key stands for one file. */
async function countRepeatedFiles(url: string): Promise<number> {
  const rows = await runOn(
    url,
    `select name from file where name like 'upload-%' group by name having count(*) > 1`,
  )
  return rows.length
}

async function countLostUploads(
  port: number,
  { authorization }: OrderTarget,
  uploads: WorkLedger['uploads'],
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const waiting = [...uploads]
  let lost = 0
  const check = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [id, sha256] = next
      if ((await readDigest({ port, agent, authorization }, id)) !== sha256) lost += 1
    }
  }
  await Promise.all([check(), check(), check(), check()])
  agent.destroy()
  return lost
}

/** Undefined if the service does not serve the file. */
async function readDigest(connection: ProofConnection, id: string) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { status, bytes } = await send(connection, 'GET', `/files/${id}/content`)
    if (status === 200) return hash('sha256', bytes)
    await sleep(250)
  }
  return undefined
}
