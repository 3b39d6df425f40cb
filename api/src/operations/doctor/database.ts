import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { readMigrations } from '../../kernel/db/migrate.ts'
import { fault, fine, warning, type DoctorFinding } from '../finding.ts'

const OLDEST_VERSION = 18
/** Without one of these a power cut may take what was acknowledged, or half of a page. */
const DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes'] as const

export async function checkDatabase(db: Db): Promise<DoctorFinding[]> {
  const {
    rows: [found],
  } = await sql<{
    version: number
    shown: string
    settings: Record<string, string>
    extensions: string[]
  }>`
    select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as shown,
      (select json_object_agg(name, setting) from pg_settings where name = any (${[...DURABLE, 'data_checksums']})) as settings,
      (select coalesce(array_agg(extname::text), '{}') from pg_extension) as extensions`.execute(db)
  const { version, shown, settings, extensions } = found!
  return [
    version >= OLDEST_VERSION
      ? fine('database', `PostgreSQL ${shown}.`)
      : fault(
          'database',
          `PostgreSQL ${shown} is too old.`,
          `Use PostgreSQL ${OLDEST_VERSION} or newer.`,
        ),
    ...DURABLE.map((name) =>
      settings[name] === 'off' || (name === 'synchronous_commit' && settings[name] === 'local')
        ? fault(
            'durability',
            `${name} is ${settings[name]}: a power cut may take what people were told is kept.`,
            `Set ${name} to on in postgresql.conf.`,
          )
        : fine('durability', `${name} is ${settings[name]}.`),
    ),
    settings.data_checksums === 'on'
      ? fine('durability', 'Pages have checksums.')
      : warning(
          'durability',
          'Pages have no checksums: a disk that forgets is not found out.',
          'Stop PostgreSQL and run pg_checksums --enable once.',
        ),
    ...['pg_trgm', 'unaccent']
      .filter((name) => !extensions.includes(name))
      .map((name) =>
        fault(
          'database',
          `The extension ${name} is not there.`,
          `Run "create extension ${name}" as a superuser.`,
        ),
      ),
  ]
}

export async function checkSchema(db: Db): Promise<DoctorFinding[]> {
  const { rows } = await sql<{
    name: string
    digest: string
  }>`select name, digest from migration`.execute(db)
  const [applied, known] = [
    new Map(rows.map(({ name, digest }) => [name, digest])),
    await readMigrations(),
  ]
  const names = (steps: { name: string }[]) => steps.map(({ name }) => name).join(', ')
  const [waiting, changed, strange] = [
    known.filter(({ name }) => !applied.has(name)),
    known.filter(({ name, digest }) => applied.has(name) && applied.get(name) !== digest),
    rows.filter(({ name }) => !known.some((step) => step.name === name)),
  ]
  return [
    ...(waiting.length
      ? [
          warning(
            'migrations',
            `Not applied yet: ${names(waiting)}.`,
            'Start the service of this version: it applies them.',
          ),
        ]
      : []),
    ...(changed.length
      ? [
          fault(
            'migrations',
            `Changed after they were applied: ${names(changed)}.`,
            'Put the files back as they were published; the service does not start with these.',
          ),
        ]
      : []),
    ...(strange.length
      ? [
          fault(
            'migrations',
            `Applied by a newer version: ${names(strange)}.`,
            'Install that version, or a later one.',
          ),
        ]
      : []),
    ...(waiting.length + changed.length + strange.length
      ? []
      : [fine('migrations', `All ${rows.length} are applied.`)]),
  ]
}

/** Links and leases go by both clocks. */
export async function checkClock(db: Db): Promise<DoctorFinding[]> {
  const before = Date.now()
  const {
    rows: [found],
  } = await sql<{ now: number; ahead: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now, coalesce((select extract(epoch from max(at) - now()) from audit), 0)::float8 as ahead`.execute(
    db,
  )
  const apart = Math.abs(found!.now - (before + Date.now()) / 2) / 1000
  return [
    apart < 2
      ? fine('clock', `This machine and the database agree within ${apart.toFixed(1)} s.`)
      : fault(
          'clock',
          `This machine and the database are ${apart.toFixed(1)} s apart.`,
          'Let both keep time by NTP: signed links and leases go by their clocks.',
        ),
    ...(found!.ahead > 60
      ? [
          fault(
            'clock',
            `The newest entry of the audit is ${Math.round(found!.ahead)} s in the future.`,
            'The clock was set back. Set it right by NTP before anything else is written.',
          ),
        ]
      : []),
  ]
}

const A_YEAR = 365

export async function checkSigningKeys(db: Db, configured: boolean): Promise<DoctorFinding[]> {
  if (configured) return [fine('signing keys', 'SIGNING_KEY signs. How old it is only you know.')]
  const {
    rows: [found],
  } = await sql<{
    live: number
    age: number | null
  }>`select count(*)::int as live, floor(extract(epoch from now() - max(created_at)) / 86400)::int as age from signing_key where retired_at is null`.execute(
    db,
  )
  const { live, age } = found!
  if (age === null)
    return [warning('signing keys', 'There is none.', 'Start the service: it makes one.')]
  return [
    age > A_YEAR
      ? warning('signing keys', `The newest is ${age} days old.`, 'reelay admin rotate-keys')
      : fine('signing keys', `${live} live, the newest ${age} days old.`),
  ]
}
