import type { Config } from '../config/config.ts'
import { prepareSecrets } from '../kernel/db/encryption/stored-secrets.ts'
import { withEncryption } from '../kernel/storage/encrypted/encrypted.ts'
import { openObjectKeys } from '../kernel/storage/encrypted/object-keys.ts'
import { openStorage, type OpenInstallation } from '../operations/installation.ts'
import { SECRET_COLUMNS } from '../secret-columns.ts'

/** The storage as the service sees it: what is encrypted is decrypted. */
export async function openPlainStorage(
  { url, db }: OpenInstallation,
  config: Config,
  { create = config.encryptObjects } = {},
) {
  const masterKeys = await prepareSecrets(url, config.encryptionKey, SECRET_COLUMNS)
  const keys = await openObjectKeys(db, masterKeys, { create })
  return withEncryption(await openStorage(config, config.dataDir), keys, config)
}
