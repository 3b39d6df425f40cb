import type { Tx } from '../kernel/db/connect.ts'
import { sql } from '../kernel/db/sql.ts'
import type { LongJob } from '../kernel/jobs/worker.ts'
import { queueMail } from '../kernel/mail/queue-mail.ts'
import {
  recordScrubResult,
  scrub,
  type ScrubResult,
  type ScrubOptions,
} from '../kernel/storage/scrub.ts'
import type { Intake } from '../kernel/storage/intake.ts'
import { markDamaged, markRepaired, recordMd5 } from './commands.ts'
import { emitEmbargoLifted } from './commands/embargo.ts'
import { findWithoutMd5, lockFile } from './queries.ts'

type Log = { error: (about: object, message: string) => void }

/**
 * Reads originals again. Corrupt files are no longer sent and the operator is informed; repaired
 * files are sent again.
 */
export const scrubOriginals = ({ log, ...scrubbing }: ScrubOptions & { log: Log }): LongJob => ({
  maxAttempts: 3,
  async work(_nothing, shift) {
    const findings = await scrub(scrubbing, shift)
    return (tx) => settle(tx, findings, log)
  },
  // The log has the reason, and the next run starts over.
  onExhausted: async () => {},
})

async function settle(tx: Tx, findings: ScrubResult[], log: Log) {
  const corrupt: ScrubResult[] = []
  for (const finding of findings) {
    const change = await recordScrubResult(tx, finding)
    if (change === 'repaired') await markRepaired(tx, finding.key)
    if (change !== 'corrupt') continue
    await markDamaged(tx, finding.key)
    corrupt.push(finding)
    log.error({ key: finding.key, damage: finding.damage }, 'a stored object is damaged')
  }
  if (corrupt.length) await mailAdmins(tx, corrupt)
}

async function mailAdmins(tx: Tx, corrupt: ScrubResult[]) {
  const { rows: admins } = await sql<{
    email: string
  }>`select email from viewer where active and is_admin`.execute(tx)
  const lines = await Promise.all(
    corrupt
      .slice(0, MOST_NAMED)
      .map(
        async ({ key, damage }) =>
          `${key}: ${damage}\n${(await namesOf(tx, key)).map((name) => `  ${name}`).join('\n')}`,
      ),
  )
  const subject =
    corrupt.length === 1 ? 'A stored file is damaged' : `${corrupt.length} stored files are damaged`
  const text = `A check of stored files found these damaged. They cannot be downloaded until the same bytes are uploaded again or restored from a backup.\n\n${lines.join('\n')}`
  for (const { email } of admins) await queueMail(tx, { to: email, subject, text })
}

const MOST_NAMED = 50

async function namesOf(tx: Tx, key: string): Promise<string[]> {
  const { rows } = await sql<{
    name: string
  }>`select f.name || ' (' || a.name || ')' as name from file f
    join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
    where f.sha256 = ${key} and f.removed_at is null order by f.created_at, f.id limit 5`.execute(
    tx,
  )
  return rows.map(({ name }) => name)
}

/** Reads a large original again to compute its MD5. It is verified only with one. */
export const computeMd5 = ({ intake }: { intake: Intake }): LongJob => ({
  maxAttempts: 5,
  async work({ file }: { file: string }, { db, signal }) {
    const original = await findWithoutMd5(db, file)
    if (!original) return async () => {}
    const { md5, sha256 } = await intake.digestStored(original, signal, { md5: true })
    if (sha256 !== original.key) throw new Error(`The stored bytes of file ${file} are damaged`)
    return (tx) => recordMd5(tx, file, md5!)
  },
  // The file stays unverified. The check of stored originals reports the damage.
  onExhausted: async () => {},
})

/**
 * The end of an embargo. Skipped if it was moved, if the asset is not final, or if it was already
 * announced.
 */
export async function liftEmbargo(tx: Tx, { file }: { file: string }): Promise<void> {
  await lockFile(tx, file)
  const { rows } = await sql<{ owner: string }>`
    select f.owner_id as owner from file f
      join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
    where f.id = ${file} and f.received_at < f.embargo_end
      and not embargoed(f.embargo_end, f.embargo_event, a.terminal)
      and not exists (select from event e where e.studio_id = f.studio_id
        and e.created_at >= f.embargo_end and e.type = 'emb' and f.id = any (e.files))`.execute(tx)
  if (rows[0]) await emitEmbargoLifted(tx, { files: [file], by: rows[0].owner })
}
