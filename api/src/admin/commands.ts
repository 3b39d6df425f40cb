// All commands, in the order of `reelay admin --help`.
import { auditExport } from './audit-export.ts'
import { auditKey } from './audit-key.ts'
import { auditVerify } from './audit-verify.ts'
import { backup } from './backup.ts'
import type { AdminCommand } from './command.ts'
import { distribute } from './distribute.ts'
import { doctor } from './doctor.ts'
import { exportOneStudio } from './export-studio.ts'
import { importOneStudio } from './import-studio.ts'
import { restoreBackup } from './restore.ts'
import { rotateKeys } from './rotate-keys.ts'
import { trace } from './trace.ts'
import { verify } from './verify.ts'

export const ADMIN_COMMANDS: readonly AdminCommand[] = [
  backup,
  verify,
  restoreBackup,
  exportOneStudio,
  importOneStudio,
  doctor,
  rotateKeys,
  distribute,
  trace,
  auditVerify,
  auditExport,
  auditKey,
]
