import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { errorFinding, okFinding, warningFinding, type DoctorFinding } from '../finding.ts'

export async function checkJobs(db: Db): Promise<DoctorFinding[]> {
  const { rows } = await sql<{ kind: string; dead: number; late: number; error: string | null }>`
    select kind, count(*) filter (where dead_at is not null)::int as dead,
      max(error) filter (where dead_at is not null) as error,
      count(*) filter (
        where dead_at is null and run_at < now() - interval '10 minutes'
          and coalesce(leased_until < now(), true)
      )::int as late
    from job group by kind order by kind`.execute(db)
  const [dead, late] = [rows.filter((row) => row.dead), rows.filter((row) => row.late)]
  return [
    ...dead.map(({ kind, dead: count, error }) =>
      warningFinding(
        'jobs',
        `${count} ${kind} jobs failed. Last error: ${error ?? 'none'}`,
        'See Administration, Jobs, where you can retry them.',
      ),
    ),
    ...(late.length
      ? [
          warningFinding(
            'jobs',
            `Jobs are more than ten minutes late: ${late.map(({ kind, late: count }) => `${count} ${kind}`).join(', ')}.`,
            'Check that a service with ROLE all or worker is running.',
          ),
        ]
      : []),
    ...(dead.length + late.length ? [] : [okFinding('jobs', 'No job has failed or is late.')]),
  ]
}

export async function checkMail(db: Db, smtp: boolean): Promise<DoctorFinding[]> {
  const {
    rows: [counts],
  } = await sql<{ waiting: number; failed: number; error: string | null }>`
    select
      count(*) filter (
        where failed_at is null and created_at < now() - interval '1 hour'
      )::int as waiting,
      count(*) filter (where failed_at > now() - interval '7 days')::int as failed,
      max(error) filter (where failed_at > now() - interval '7 days') as error
    from mail where sent_at is null`.execute(db)
  const { waiting, failed, error } = counts!
  if (!smtp)
    return [
      waiting
        ? warningFinding(
            'mail',
            `${waiting} emails are in the outbox: no mail server is configured.`,
            'Set SMTP_URL.',
          )
        : okFinding('mail', 'SMTP_URL is not set: emails stay in the outbox.'),
    ]
  return [
    ...(waiting
      ? [
          errorFinding(
            'mail',
            `${waiting} emails have waited for more than an hour.`,
            'See the error under Administration, Outbox. Check SMTP_URL, and that a worker is running.',
          ),
        ]
      : []),
    ...(failed
      ? [
          warningFinding(
            'mail',
            `${failed} emails failed in the last seven days. Last error: ${error ?? 'none'}`,
            'See Administration, Outbox.',
          ),
        ]
      : []),
    ...(waiting + failed ? [] : [okFinding('mail', 'No email is stuck.')]),
  ]
}

export const BACKUP_ACTION = 'admin backup'

/** Each complete backup adds an audit entry. */
export async function checkBackups(db: Db): Promise<DoctorFinding[]> {
  const {
    rows: [newest],
  } = await sql<{
    hours: number | null
  }>`select floor(extract(epoch from now() - max(at)) / 3600)::int as hours from audit
    where action = ${BACKUP_ACTION}`.execute(db)
  const { hours } = newest!
  if (hours === null)
    return [
      warningFinding(
        'backup',
        'There is no backup made with reelay admin backup.',
        'Run reelay admin backup <folder> every night: see docs/run/backup.md.',
      ),
    ]
  return [
    hours > 48
      ? warningFinding(
          'backup',
          `The last backup is ${Math.floor(hours / 24)} days old.`,
          'Check the nightly job: see docs/run/backup.md.',
        )
      : okFinding('backup', `The last backup is ${hours} hours old.`),
  ]
}

export async function checkService(db: Db): Promise<DoctorFinding[]> {
  const {
    rows: [activity],
  } = await sql<{
    connections: number
  }>`select count(*)::int as connections from pg_stat_activity where application_name = 'reelay'
    and datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  return [
    activity!.connections
      ? okFinding('service', 'The service is connected to the database.')
      : warningFinding(
          'service',
          'No service is connected to the database.',
          'Start the service, or check its log.',
        ),
  ]
}
