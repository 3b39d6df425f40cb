// What the doctor looks at, in the order in which it is told.
import type { Config } from './kernel/config.ts'
import type { Db } from './kernel/db/connect.ts'
import {
  lookAtClock,
  lookAtDatabase,
  lookAtKeys,
  lookAtSchema,
} from './operations/doctor/database.ts'
import { examine } from './operations/doctor/doctor.ts'
import {
  lookAtAddress,
  lookAtCodecs,
  lookAtDisk,
  lookAtFonts,
} from './operations/doctor/machine.ts'
import { lookAtObjects, lookAtStore } from './operations/doctor/objects.ts'
import {
  lookAtAudit,
  lookAtBackups,
  lookAtJobs,
  lookAtMail,
  lookAtService,
} from './operations/doctor/work.ts'
import type { Finding } from './kernel/finding.ts'
import type { Storage } from './kernel/storage/storage.ts'

export const examineInstallation = (
  db: Db,
  storage: Storage,
  config: Config,
  named: string,
): Promise<Finding[]> =>
  examine({
    disk: () => lookAtDisk(config.dataDir),
    database: () => lookAtDatabase(db),
    migrations: () => lookAtSchema(db),
    clock: () => lookAtClock(db),
    service: () => lookAtService(db),
    address: () => lookAtAddress(config.publicUrl),
    storage: () =>
      lookAtStore(
        storage,
        config.s3 ? `${config.s3.bucket} at ${config.s3.endpoint}` : config.dataDir,
      ),
    objects: () => lookAtObjects(db, storage, { named, scrubDays: config.scrubDays }),
    backup: () => lookAtBackups(db),
    jobs: () => lookAtJobs(db),
    mail: () => lookAtMail(db, config.smtp !== undefined),
    audit: () => lookAtAudit(db),
    'signing keys': () => lookAtKeys(db, config.signingKey !== undefined),
    codecs: () => lookAtCodecs(),
    fonts: () => lookAtFonts(),
  })
