// The installation that an operator's command works on, beside a running service or without one.
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { ConfigError, type Config } from '../config/config.ts'
import { recordAudit } from '../kernel/audit/record.ts'
import type { Db } from '../kernel/db/connect.ts'
import { connectOwner } from '../kernel/db/connect-owner.ts'
import { findEmbedded, startEmbedded, type Embedded } from '../kernel/db/embedded.ts'
import { sql } from '../kernel/db/sql.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { localStorage } from '../kernel/storage/local.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import { rejectUnfinishedRestore } from './backup/restore-marker.ts'

/** PostgreSQL that was started here. */
const started = new Set<Embedded>()

export type OpenInstallation = { url: string; db: Db }

/** Works beside a running service, or without one. It never creates an installation. */
export async function withInstallation<T>(
  config: Config,
  work: (installation: OpenInstallation) => Promise<T>,
): Promise<T> {
  if (existsSync(config.dataDir)) await rejectUnfinishedRestore(config.dataDir)
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres')))
    throw new ConfigError(
      `There is no installation in ${config.dataDir}. Set DATA_DIR or DATABASE_URL as for the service`,
    )
  const url =
    config.databaseUrl ??
    (await findEmbedded(config.dataDir)) ??
    (await startPostgres(config.dataDir)).url
  const db = connectOwner(url, { size: 1, prepares: config.preparesStatements })
  try {
    // Nobody waits for a response here, and checking everything takes long.
    await sql`set statement_timeout = 0`.execute(db)
    return await work({ url, db })
  } finally {
    await db.close()
  }
}

export async function openStorage({ s3 }: Config, dataDir: string): Promise<Storage> {
  return s3 ? (await import('../kernel/storage/s3.ts')).s3Storage(s3) : localStorage(dataDir)
}

export async function startPostgres(dataDir: string): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir })
  started.add(embedded)
  return {
    ...embedded,
    stop: async () => {
      started.delete(embedded)
      await embedded.stop()
    },
  }
}

/** Also after a signal. */
export async function stopAll() {
  await Promise.all([...started].map((embedded) => embedded.stop()))
}

type AdminAction = { action: string; id: string; input: object; studios?: string[] }

/** The operator has no account in Reelay, so the entry names their account on this machine. */
export function auditCommand(
  db: Db,
  { action, id, input, studios = [] }: AdminAction,
): Promise<void> {
  return inTransaction(db, (tx) =>
    recordAudit(tx, {
      by: null,
      action,
      about: { kind: 'installation', id, name: '' },
      studios,
      input: { ...input, account: userInfo().username },
      request: null,
      address: null,
    }),
  )
}
