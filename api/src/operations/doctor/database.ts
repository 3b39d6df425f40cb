import type { Db } from '../../kernel/db/connect.ts'
import {
  POSTGRES_VERSIONS,
  compareSchema,
  readMigrations,
  readSchema,
  type AppliedMigration,
} from '../../kernel/db/migrate.ts'
import { sql } from '../../kernel/db/sql.ts'
import { errorFinding, okFinding, warningFinding, type DoctorFinding } from '../finding.ts'

/** With one of these off, a power failure may lose committed data or tear pages. */
const DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes'] as const

export async function checkDatabase(db: Db): Promise<DoctorFinding[]> {
  const {
    rows: [server],
  } = await sql<{
    version: number
    release: string
    settings: Record<string, string>
    extensions: string[]
  }>`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_version') as release,
      (select json_object_agg(name, setting) from pg_settings
        where name = any (${[...DURABLE, 'data_checksums']})) as settings,
      (select coalesce(array_agg(extname::text), '{}') from pg_extension) as extensions`.execute(db)
  const { version, release, settings, extensions } = server!
  return [
    version >= POSTGRES_VERSIONS.oldest && version <= POSTGRES_VERSIONS.newest
      ? okFinding('database', `PostgreSQL ${release}.`)
      : errorFinding(
          'database',
          `PostgreSQL ${release} is not supported.`,
          `Use a version from ${POSTGRES_VERSIONS.oldest} to ${POSTGRES_VERSIONS.newest}.`,
        ),
    ...DURABLE.map((name) =>
      settings[name] === 'off' || (name === 'synchronous_commit' && settings[name] === 'local')
        ? errorFinding(
            'durability',
            `${name} is ${settings[name]}: a power failure may lose committed data.`,
            `Set ${name} to on in postgresql.conf.`,
          )
        : okFinding('durability', `${name} is ${settings[name]}.`),
    ),
    settings.data_checksums === 'on'
      ? okFinding('durability', 'Data checksums are on.')
      : warningFinding(
          'durability',
          'Data checksums are off, so disk corruption is not detected.',
          'Stop PostgreSQL and run pg_checksums --enable once.',
        ),
    ...['pg_trgm', 'unaccent']
      .filter((name) => !extensions.includes(name))
      .map((name) =>
        errorFinding(
          'database',
          `The extension ${name} is missing.`,
          `Run "create extension ${name}" as a superuser.`,
        ),
      ),
  ]
}

export async function checkSchema(db: Db): Promise<DoctorFinding[]> {
  const { rows } = await sql<AppliedMigration>`select name, digest from migration`.execute(db)
  const { pending, changed, unknown, isCurrent } = compareSchema(
    rows,
    await readSchema(),
    await readMigrations(),
  )
  const findings = [
    pending.length > 0 &&
      warningFinding(
        'schema',
        `Not applied yet: ${pending.map(({ name }) => name).join(', ')}.`,
        'Start this version of the service: it applies them.',
      ),
    changed.length > 0 &&
      errorFinding(
        'schema',
        `Changed after they were applied: ${changed.join(', ')}.`,
        'Restore the published files. The service does not start with changed migrations.',
      ),
    unknown.length > 0 &&
      errorFinding(
        'schema',
        `Applied by another version: ${unknown.join(', ')}.`,
        'Install that version or a later one.',
      ),
    !isCurrent &&
      pending.length === 0 &&
      errorFinding(
        'schema',
        'The database has another schema than this version.',
        'Restore the published files. The service does not start with another schema.',
      ),
  ].filter((finding) => finding !== false)
  return findings.length ? findings : [okFinding('schema', 'The schema is that of this version.')]
}

/** Signed links and leases depend on both clocks. */
export async function checkClock(db: Db): Promise<DoctorFinding[]> {
  const before = Date.now()
  const {
    rows: [clock],
  } = await sql<{ now: number; ahead: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now,
      coalesce((
        select extract(epoch from max(at) - now()) from audit
      ), 0)::float8 as ahead`.execute(db)
  const difference = Math.abs(clock!.now - (before + Date.now()) / 2) / 1000
  return [
    difference < 2
      ? okFinding('clock', `This machine and the database agree within ${difference.toFixed(1)} s.`)
      : errorFinding(
          'clock',
          `This machine and the database are ${difference.toFixed(1)} s apart.`,
          'Synchronize both with NTP: signed links and leases depend on their clocks.',
        ),
    ...(clock!.ahead > 60
      ? [
          errorFinding(
            'clock',
            `The newest audit entry is ${Math.round(clock!.ahead)} s in the future.`,
            'The clock was set back. Correct it with NTP before anything else is written.',
          ),
        ]
      : []),
  ]
}

const A_YEAR = 365

export async function checkSigningKeys(db: Db, configured: boolean): Promise<DoctorFinding[]> {
  if (configured) return [okFinding('signing keys', 'SIGNING_KEY is set. Its age is unknown.')]
  const {
    rows: [keys],
  } = await sql<{
    live: number
    age: number | null
  }>`select count(*)::int as live, floor(extract(epoch
    from now() - max(created_at)) / 86400)::int as age from signing_key
    where retired_at is null`.execute(db)
  const { live, age } = keys!
  if (age === null)
    return [
      warningFinding(
        'signing keys',
        'There is no signing key.',
        'Start the service: it creates one.',
      ),
    ]
  return [
    age > A_YEAR
      ? warningFinding(
          'signing keys',
          `The newest key is ${age} days old.`,
          'Run reelay admin rotate-keys.',
        )
      : okFinding('signing keys', `${live} active keys, the newest ${age} days old.`),
  ]
}
