import { sql } from 'kysely'
import { verifyAudit } from '../../kernel/audit/seal.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { fault, fine, warning, type DoctorFinding } from '../finding.ts'

export async function checkJobs(db: Db): Promise<DoctorFinding[]> {
  const { rows } = await sql<{ kind: string; dead: number; late: number; error: string | null }>`
    select kind, count(*) filter (where dead_at is not null)::int as dead, max(error) filter (where dead_at is not null) as error,
      count(*) filter (where dead_at is null and run_at < now() - interval '10 minutes' and coalesce(leased_until < now(), true))::int as late
    from job group by kind order by kind`.execute(db)
  const [dead, late] = [rows.filter((row) => row.dead), rows.filter((row) => row.late)]
  return [
    ...dead.map(({ kind, dead: count, error }) =>
      warning(
        'jobs',
        `${count} of ${kind} were given up. The last said: ${error ?? 'nothing'}`,
        'Read them under Administration, Jobs; there they can be tried again.',
      ),
    ),
    ...(late.length
      ? [
          warning(
            'jobs',
            `Waiting for more than ten minutes: ${late.map(({ kind, late: count }) => `${count} of ${kind}`).join(', ')}.`,
            'Is a service running whose ROLE is all or worker?',
          ),
        ]
      : []),
    ...(dead.length + late.length ? [] : [fine('jobs', 'None was given up, none is late.')]),
  ]
}

export async function checkMail(db: Db, smtp: boolean): Promise<DoctorFinding[]> {
  const {
    rows: [found],
  } = await sql<{ waiting: number; failed: number; error: string | null }>`
    select count(*) filter (where failed_at is null and created_at < now() - interval '1 hour')::int as waiting,
      count(*) filter (where failed_at > now() - interval '7 days')::int as failed, max(error) filter (where failed_at > now() - interval '7 days') as error
    from mail where sent_at is null`.execute(db)
  const { waiting, failed, error } = found!
  if (!smtp)
    return [
      waiting
        ? warning(
            'mail',
            `${waiting} mails stay in the outbox: no server takes them.`,
            'Set SMTP_URL.',
          )
        : fine('mail', 'SMTP_URL is not set: what is written stays in the outbox.'),
    ]
  return [
    ...(waiting
      ? [
          fault(
            'mail',
            `${waiting} mails have waited for more than an hour.`,
            'Read what the server answers under Administration, Outbox; is SMTP_URL right, and does a worker run?',
          ),
        ]
      : []),
    ...(failed
      ? [
          warning(
            'mail',
            `${failed} mails of this week were given up. The last answer: ${error ?? 'none'}`,
            'Read them under Administration, Outbox.',
          ),
        ]
      : []),
    ...(waiting + failed ? [] : [fine('mail', 'None is stuck.')]),
  ]
}

export async function checkAudit(db: Db): Promise<DoctorFinding[]> {
  const { broken, seals, entries } = await verifyAudit(db, undefined)
  return [
    broken
      ? fault(
          'audit',
          `Seal ${broken.seal} is broken: somebody changed entries behind the service.`,
          'Keep this database as it is, and compare with a backup from before.',
        )
      : fine('audit', `${seals} seals over ${entries} entries hold.`),
  ]
}

export const BACKUP_ACTION = 'admin backup'

/** A backup leaves an entry in the audit when it is whole. */
export async function checkBackups(db: Db): Promise<DoctorFinding[]> {
  const {
    rows: [found],
  } = await sql<{
    hours: number | null
  }>`select floor(extract(epoch from now() - max(at)) / 3600)::int as hours from audit where act = ${BACKUP_ACTION}`.execute(
    db,
  )
  const { hours } = found!
  if (hours === null)
    return [
      warning(
        'backup',
        'None was ever made with reelay admin backup.',
        'reelay admin backup <folder>, every night; docs/run/backup.md says how.',
      ),
    ]
  return [
    hours > 48
      ? warning(
          'backup',
          `The last is ${Math.floor(hours / 24)} days old.`,
          'Has the nightly run stopped? docs/run/backup.md',
        )
      : fine('backup', `The last is ${hours} hours old.`),
  ]
}

export async function checkService(db: Db): Promise<DoctorFinding[]> {
  const {
    rows: [found],
  } = await sql<{
    connections: number
  }>`select count(*)::int as connections from pg_stat_activity where application_name = 'reelay' and datname = current_database() and pid <> pg_backend_pid()`.execute(
    db,
  )
  return [
    found!.connections
      ? fine('service', 'It is connected to the database.')
      : warning('service', 'None is connected to the database.', 'Start it, or look into its log.'),
  ]
}
