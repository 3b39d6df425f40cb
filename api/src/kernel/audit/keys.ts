import { createPublicKey, generateKeyPairSync, hash } from 'node:crypto'
import type { Db, Tx } from '../db/connect.ts'
import type { MasterKeys } from '../db/encryption/parse-keys.ts'
import { openSecret, sealSecret, type SecretColumn } from '../db/encryption/seal-secret.ts'
import { LOCKS, lockForTransaction } from '../db/locks.ts'
import { sql } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'

export const AUDIT_PRIVATE_KEY: SecretColumn = {
  table: 'audit_key',
  column: 'private_key',
  id: 'id',
}

/** An Ed25519 key pair in PEM. The id is the start of the public key's SHA-256. */
export type AuditKey = { id: string; publicKey: string; privateKey: string }

/** The newest key. The first use creates one, which all processes share. */
export async function loadAuditKey(db: Db, masterKeys: MasterKeys): Promise<AuditKey> {
  return (
    (await findKey(db, masterKeys)) ?? inTransaction(db, (tx) => createIfMissing(tx, masterKeys))
  )
}

async function createIfMissing(tx: Tx, masterKeys: MasterKeys): Promise<AuditKey> {
  await lockForTransaction(tx, LOCKS.auditSeal)
  return (await findKey(tx, masterKeys)) ?? createAuditKey(tx, masterKeys)
}

async function findKey(db: Db | Tx, masterKeys: MasterKeys): Promise<AuditKey | undefined> {
  const { rows } = await sql<AuditKey>`
    select id, public_key as "publicKey", private_key as "privateKey" from audit_key
    order by created_at desc, id
    limit 1`.execute(db)
  return rows[0] && { ...rows[0], privateKey: openPrivateKey(masterKeys, rows[0]) }
}

const openPrivateKey = (masterKeys: MasterKeys, { id, privateKey }: AuditKey) =>
  openSecret(masterKeys, AUDIT_PRIVATE_KEY, id, privateKey)

/** Former keys are kept, to verify what they signed. */
export async function createAuditKey(tx: Tx, masterKeys: MasterKeys): Promise<AuditKey> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const id = keyId(publicKey)
  const sealed = sealSecret(masterKeys, AUDIT_PRIVATE_KEY, id, privateKey)
  await sql`
    insert into audit_key (id, public_key, private_key)
    values (${id}, ${publicKey}, ${sealed})`.execute(tx)
  return { id, publicKey, privateKey }
}

export const keyId = (publicKey: string): string =>
  hash('sha256', createPublicKey(publicKey).export({ type: 'spki', format: 'der' })).slice(0, 16)

/** The public keys by their ids. */
export async function listPublicKeys(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; key: string }>`
    select id, public_key as key from audit_key`.execute(db)
  return new Map(rows.map(({ id, key }) => [id, key]))
}
