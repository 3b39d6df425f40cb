// A backup contains ciphertext, so it is worth nothing without the keys that its manifest names.
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import { warningFinding, type DoctorFinding } from '../finding.ts'
import { BackupError, type Manifest } from './repository.ts'

/** `keys` is undefined where there is no key file. */
export function checkRequiredKeys(
  manifest: Manifest,
  keys: MasterKeys | undefined,
): DoctorFinding[] {
  const missing = listMissing(manifest, keys)
  if (missing.length === 0) return []
  return [
    warningFinding(
      'encryption key',
      `This backup needs the encryption key ${missing.join(' and ')}, which is not on this machine.`,
      'Check that you have a copy of it. Without it the backup cannot be restored.',
    ),
  ]
}

export function requireKeys(manifest: Manifest, keys: MasterKeys | undefined): void {
  const missing = listMissing(manifest, keys)
  if (missing.length)
    throw new BackupError(
      `The backup needs the encryption key ${missing.join(' and ')}. Copy the key file as secret.key into the empty folder, or set ENCRYPTION_KEY_FILE, ENCRYPTION_KEY or ENCRYPTION_KEY_COMMAND. Nothing was restored`,
    )
}

/** Backups of older versions name no keys: their secrets are plain. */
const listMissing = ({ keys: needed = [] }: Manifest, keys: MasterKeys | undefined) =>
  needed.filter((id) => !keys?.find(id))
