import { connectOwner } from '../../kernel/db/connect-owner.ts'
import { SESSION_SETTINGS } from '../../kernel/db/connect.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { errorFinding, okFinding, warningFinding, type DoctorFinding } from '../finding.ts'

type Addresses = { databaseUrl?: string | undefined; serviceUrl?: string | undefined }
type Account = { name: string; owns: boolean; settings: Record<string, string> }

const CHECK = 'service account'

/** With which account the service works on an external database, and with which settings. */
export async function checkServiceAccount({
  databaseUrl,
  serviceUrl,
}: Addresses): Promise<DoctorFinding[]> {
  if (!databaseUrl) return [okFinding(CHECK, 'The service connects as reelay_system.')]
  const db = connectOwner(serviceUrl ?? databaseUrl, { size: 1 })
  try {
    return checkAccount(await readAccount(db))
  } catch (error) {
    return [
      errorFinding(
        CHECK,
        `The service cannot connect: ${(error as Error).message}`,
        'Check DATABASE_SERVICE_URL and the password of its account.',
      ),
    ]
  } finally {
    await db.close()
  }
}

async function readAccount(db: Db): Promise<Account> {
  const names = Object.keys(SESSION_SETTINGS)
  const { rows } = await sql<Account>`
    select current_user::text as name,
      exists (select from pg_class where oid = 'studio'::regclass
        and pg_has_role(relowner, 'member')) as owns,
      (select json_object_agg(name, current_setting(name)) from unnest(${names}::text[]) name)
        as settings`.execute(db)
  return rows[0]!
}

/** A pooler drops the settings of the connection, so its account must have them. */
function checkAccount({ name, owns, settings }: Account): DoctorFinding[] {
  const missing = Object.entries(SESSION_SETTINGS).filter(
    ([setting, value]) => settings[setting] !== value,
  )
  const findings = [
    ...(owns
      ? [
          warningFinding(
            CHECK,
            `The service connects as ${name}, which owns the tables.`,
            'Set DATABASE_SERVICE_URL with the account reelay_system (docs/run/postgresql.md).',
          ),
        ]
      : []),
    ...missing.map(([setting, value]) =>
      warningFinding(
        CHECK,
        `${setting} is ${settings[setting]} for ${name}, instead of ${value}.`,
        `Run: alter role ${name} set ${setting} = '${value}'`,
      ),
    ),
  ]
  return findings.length ? findings : [okFinding(CHECK, `The service connects as ${name}.`)]
}
