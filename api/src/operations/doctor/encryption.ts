import { stat } from 'node:fs/promises'
import type { KeySource } from '../../config/config.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { readMasterKeys } from '../../kernel/db/encryption/master-keys.ts'
import type { SecretColumn } from '../../kernel/db/encryption/seal-secret.ts'
import { listNeededKeys, listUsedKeys } from '../../kernel/db/encryption/stored-secrets.ts'
import { errorFinding, okFinding, warningFinding, type DoctorFinding } from '../finding.ts'

const CHECK = 'encryption key'

/** Checks that the keys of all secrets are there, and that no secret waits for a rotation. */
export async function checkEncryption(
  db: Db,
  source: KeySource,
  columns: readonly SecretColumn[],
): Promise<DoctorFinding[]> {
  const keys = await readMasterKeys(source)
  const used = await listUsedKeys(db, columns)
  const plain = used.get('') ?? 0
  used.delete('')
  const needed = new Set([...(await listNeededKeys(db)), ...used.keys()])
  const missing = [...needed].filter((id) => !keys?.find(id))
  if (missing.length) return [describeMissing(missing)]
  if (!keys || plain)
    return [
      warningFinding(
        CHECK,
        `${plain} secrets are not encrypted.`,
        'Start the service: it does it.',
      ),
    ]
  const current = keys.current().id
  const older = [...used].filter(([id]) => id !== current).reduce((sum, [, n]) => sum + n, 0)
  return [
    ...(older ? [describeOlder(older)] : []),
    ...(source.kind === 'file' ? await checkKeyFile(source.path) : []),
    okFinding(CHECK, `All secrets can be read with ${keys.location}. Keep a copy of it elsewhere.`),
  ]
}

const describeMissing = (missing: string[]) =>
  errorFinding(
    CHECK,
    `The encryption key ${missing.join(' and ')} is missing. The service will not start without it.`,
    'Copy the key file from where you keep it (docs/run/encryption.md).',
  )

const describeOlder = (count: number) =>
  warningFinding(
    CHECK,
    `${count} secrets are encrypted with an older key.`,
    'Run reelay admin rotate-keys to finish the rotation.',
  )

async function checkKeyFile(path: string): Promise<DoctorFinding[]> {
  const { mode } = await stat(path)
  if ((mode & 0o077) === 0) return []
  return [
    warningFinding(
      CHECK,
      `Other accounts of this machine can read ${path}.`,
      `Run chmod 600 ${path}.`,
    ),
  ]
}
