import type { Db } from '../kernel/db/connect.ts'
import { sql } from '../kernel/db/sql.ts'
import type { MasterKeys } from '../kernel/db/encryption/parse-keys.ts'
import type { SecretColumn } from '../kernel/db/encryption/seal-secret.ts'
import { rotateMasterKey } from '../kernel/db/encryption/stored-secrets.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { rotateSigningKeys } from '../kernel/http/auth/signing-keys.ts'
import { rotateObjectKey } from '../kernel/storage/encrypted/object-keys.ts'
import { errorFinding, warningFinding, type DoctorFinding } from './finding.ts'

type RotationInput = {
  columns: readonly SecretColumn[]
  isSigningKeySet: boolean
  revokeOld: boolean
}
type Rotation = { id: string; done: Record<string, string | number>; findings: DoctorFinding[] }

/** The signing keys come last, so that a rotation that is repeated does not retire two of them. */
export async function rotateAllKeys(
  db: Db,
  keys: MasterKeys,
  { columns, isSigningKeySet, revokeOld }: RotationInput,
): Promise<Rotation> {
  // A row may be locked while a webhook delivery is recorded. This counts for all statements below,
  // because `db` has one connection.
  await sql`set lock_timeout = '60s'`.execute(db)
  const { key, changed, unreadable } = await rotateMasterKey(db, keys, columns)
  await inTransaction(db, (tx) => rotateObjectKey(tx, keys))
  const signingKeys = isSigningKeySet
    ? undefined
    : await inTransaction(db, (tx) => rotateSigningKeys(tx, keys, { revokeOld }))
  return {
    id: signingKeys?.key ?? key,
    done: { ...signingKeys, encryptionKey: key, encryptedAgain: changed },
    findings: [
      ...unreadable.map(describeUnreadable),
      ...(signingKeys ? [] : [SIGNING_KEY_IS_SET]),
      // Keys from the environment have no `add`: the operator adds the new one.
      ...(keys.add || changed ? [] : [NO_NEW_KEY]),
    ],
  }
}

const describeUnreadable = (secret: string): DoctorFinding =>
  errorFinding(
    'encryption key',
    `The secret of ${secret} cannot be decrypted and was not changed.`,
    'Its key is missing, or somebody changed the row. Create that secret again.',
  )

const SIGNING_KEY_IS_SET = warningFinding(
  'signing keys',
  'SIGNING_KEY is set, so the service signs with it.',
  'Change it there and restart the service.',
)

const NO_NEW_KEY = warningFinding(
  'encryption key',
  'All secrets use the current key already.',
  'Put a new key before the old one, restart the service, and run this again.',
)
