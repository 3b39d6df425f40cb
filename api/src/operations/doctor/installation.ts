// The checks of `reelay admin doctor`, in the order of its output.
import type { Config } from '../../config/config.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { checkClock, checkDatabase, checkSigningKeys, checkSchema } from './database.ts'
import type { SecretColumn } from '../../kernel/db/encryption/seal-secret.ts'
import { checkDictionaries, type Dictionaries } from './dictionaries.ts'
import { checkEncryption } from './encryption.ts'
import { runChecks } from './doctor.ts'
import { checkAddress, checkCodecs, checkDisk, checkFonts } from './machine.ts'
import { checkObjects, checkStorage } from './objects.ts'
import { checkAudit, checkAuditShipping } from './audit.ts'
import { checkServiceAccount } from './service-account.ts'
import { checkBackups, checkJobs, checkMail, checkService } from './service.ts'
import type { DoctorFinding } from '../finding.ts'
import type { Storage } from '../../kernel/storage/storage.ts'

export const checkInstallation = (
  db: Db,
  storage: Storage,
  config: Config,
  {
    named,
    secrets,
    dictionaries,
  }: {
    named: string
    secrets: readonly SecretColumn[]
    dictionaries: () => Promise<Dictionaries>
  },
): Promise<DoctorFinding[]> =>
  runChecks({
    disk: () => checkDisk(config.dataDir),
    database: () => checkDatabase(db),
    'service account': () => checkServiceAccount(config),
    migrations: () => checkSchema(db),
    clock: () => checkClock(db),
    service: () => checkService(db),
    address: () => checkAddress(config.publicUrl),
    storage: () =>
      checkStorage(
        storage,
        config.s3 ? `${config.s3.bucket} at ${config.s3.endpoint}` : config.dataDir,
      ),
    objects: () => checkObjects(db, storage, { named, scrubDays: config.scrubDays }),
    backup: () => checkBackups(db),
    jobs: () => checkJobs(db),
    mail: () => checkMail(db, config.smtp !== undefined),
    audit: () => checkAudit(db),
    'audit shipping': () => checkAuditShipping(db, config.auditShipUrl),
    'encryption key': () => checkEncryption(db, config.encryptionKey, secrets),
    'signing keys': () => checkSigningKeys(db, config.signingKey !== undefined),
    codecs: () => checkCodecs(config.media),
    fonts: () => checkFonts(),
    dictionaries: async () => checkDictionaries(await dictionaries()),
  })
