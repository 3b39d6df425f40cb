// What `reelay admin audit` does, offline on the database.
import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ConfigError } from '../../config/config.ts'
import { INSTALLATION } from '../../kernel/audit/chain.ts'
import { readEvidence, type Evidence } from '../../kernel/audit/evidence.ts'
import { exportAudit } from '../../kernel/audit/export.ts'
import { createAuditKey, keyId, listPublicKeys, loadAuditKey } from '../../kernel/audit/keys.ts'
import { sealAudit } from '../../kernel/audit/seal.ts'
import { verifyAudit } from '../../kernel/audit/verify.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { errorFinding, type DoctorFinding } from '../finding.ts'
import { describeVerification } from './findings.ts'

type Outcome = { done: Record<string, unknown>; findings: DoctorFinding[] }
export type VerifyOptions = { heads?: string | undefined; publicKey?: string | undefined }

export async function verifyAuditLog(
  db: Db,
  { heads: path, publicKey }: VerifyOptions,
): Promise<Outcome> {
  const evidence = path === undefined ? undefined : await openEvidence(db, path, publicKey)
  const verification = await verifyAudit(db, evidence?.heads)
  const { entries, unsealed, chains } = verification
  return {
    done: {
      entries,
      unsealed,
      chains: chains.length,
      ...(evidence && { statements: evidence.statements }),
    },
    findings: [...describeVerification(verification), ...describeInvalid(evidence?.invalid ?? [])],
  }
}

async function openEvidence(
  db: Db,
  path: string,
  publicKeyPath: string | undefined,
): Promise<Evidence> {
  const keys = publicKeyPath ? await readPublicKey(publicKeyPath) : await listPublicKeys(db)
  return readEvidence(path, keys).catch((cause: unknown) => {
    throw new ConfigError(`${path} cannot be read: ${(cause as Error).message}`, { cause })
  })
}

async function readPublicKey(path: string): Promise<Map<string, string>> {
  try {
    const key = await readFile(path, 'utf8')
    return new Map([[keyId(key), key]])
  } catch (cause) {
    throw new ConfigError(`${path} is not a public key: ${(cause as Error).message}`, { cause })
  }
}

const describeInvalid = (invalid: Evidence['invalid']): DoctorFinding[] =>
  invalid.length
    ? [
        errorFinding(
          'heads',
          `${invalid.length} lines prove nothing. Line ${invalid[0]!.line} ${invalid[0]!.reason}.`,
          'Check that the file comes from this installation and that nobody changed it.',
        ),
      ]
    : []

export type ExportOptions = {
  studio?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export async function exportAuditLog(
  db: Db,
  path: string,
  { studio, from, to }: ExportOptions,
): Promise<Outcome> {
  const filter = {
    chain: studio === undefined ? undefined : await getChain(db, studio),
    from: parseTime('--from', from),
    to: parseTime('--to', to),
  }
  // So that the export ends with the newest entry.
  await sealAudit(db)
  let lines = 0
  async function* count(records: AsyncIterable<string>) {
    for await (const line of records) {
      lines++
      yield line
    }
  }
  const file = createWriteStream(path, { mode: 0o600 })
  await pipeline(Readable.from(count(exportAudit(db, filter))), file).catch((cause: unknown) => {
    throw new ConfigError(`${path} cannot be written: ${(cause as Error).message}`, { cause })
  })
  return { done: { file: path, entries: lines }, findings: [] }
}

async function getChain(db: Db, studio: string): Promise<string> {
  if (studio === INSTALLATION) return INSTALLATION
  const { rows } = await sql<{ chain: string }>`
    select id as chain from studio where ${studio} in (id, slug)
    union all select chain from audit_link where chain = ${studio}
    limit 1`.execute(db)
  if (!rows[0]) throw new ConfigError(`There is no studio ${studio}`)
  return rows[0].chain
}

function parseTime(flag: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(Date.parse(text)))
    throw new ConfigError(`${flag} must be a date such as 2026-01-31, not "${text}"`)
  return new Date(text).toISOString()
}

/** Writes the public key to a file, or returns it. */
export async function showAuditKey(
  db: Db,
  masterKeys: MasterKeys,
  { isNew, path }: { isNew: boolean; path: string | undefined },
): Promise<{ key: string } & ({ file: string } | { publicKey: string })> {
  const { id: key, publicKey } = isNew
    ? await inTransaction(db, (tx) => createAuditKey(tx, masterKeys))
    : await loadAuditKey(db, masterKeys)
  if (path === undefined) return { key, publicKey }
  await writeFile(path, publicKey).catch((cause: unknown) => {
    throw new ConfigError(`${path} cannot be written: ${(cause as Error).message}`, { cause })
  })
  return { key, file: path }
}
