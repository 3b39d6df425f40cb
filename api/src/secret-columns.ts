import { AUDIT_PRIVATE_KEY } from './kernel/audit/keys.ts'
import type { SecretColumn } from './kernel/db/encryption/seal-secret.ts'
import { MAIL_CODE } from './kernel/mail/mail-code.ts'
import { OBJECT_SECRET } from './kernel/storage/encrypted/object-keys.ts'
import { SIGNING_SECRET } from './kernel/http/auth/signing-keys.ts'
import { DRAFT_SECRET } from './machinedrafts/commands/providers.ts'
import { TOTP_SECRET } from './sessions/commands/twofactor.ts'
import { ATTEMPT_ID_TOKEN, CLIENT_SECRET, SESSION_ID_TOKEN } from './sso/commands/stored-secrets.ts'
import { WEBHOOK_SECRET } from './webhooks/queries/queue.ts'

/** Every column that is encrypted at rest. A rotation encrypts all of them again. */
export const SECRET_COLUMNS: readonly SecretColumn[] = [
  SIGNING_SECRET,
  OBJECT_SECRET,
  TOTP_SECRET,
  CLIENT_SECRET,
  ATTEMPT_ID_TOKEN,
  SESSION_ID_TOKEN,
  WEBHOOK_SECRET,
  DRAFT_SECRET,
  AUDIT_PRIVATE_KEY,
  MAIL_CODE,
]
