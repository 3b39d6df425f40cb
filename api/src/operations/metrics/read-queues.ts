import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { BACKUP_ACTION } from '../doctor/service.ts'

export type QueueState = {
  jobs: { kind: string; waiting: number; running: number; failed: number; oldest: number }[]
  mail: { waiting: number; failed: number; oldest: number }
  webhooks: { waiting: number; oldest: number; failing: number }
  uploads: { open: number; bytes: number }
  corrupt: number
  /** Null before the first backup. */
  backupSeconds: number | null
}

/** Everything about the queues of the installation in one statement. */
export async function readQueues(db: Db): Promise<QueueState> {
  const { rows } = await sql<QueueState>`
    select
      (select coalesce(json_agg(kinds), '[]') from (
        select
          kind,
          count(*) filter (where dead_at is null and not is_leased and run_at <= now()) as waiting,
          count(*) filter (where dead_at is null and is_leased) as running,
          count(*) filter (where dead_at is not null) as failed,
          coalesce(extract(epoch from now() - min(run_at)
            filter (where dead_at is null and run_at <= now())), 0)::float8 as oldest
        from job, lateral (select coalesce(leased_until > now(), false) as is_leased) as lease
        group by kind) as kinds) as jobs,
      (select json_build_object(
        'waiting', count(*) filter (where failed_at is null),
        'failed', count(*) filter (where failed_at is not null),
        'oldest', coalesce(extract(epoch from now() - min(created_at)
          filter (where failed_at is null)), 0)::float8)
        from mail where sent_at is null) as mail,
      (select json_build_object(
        'waiting', count(*),
        'oldest', coalesce(extract(epoch from now() - min(waiting_since)), 0)::float8,
        'failing', (select count(*) from webhook where active and failures > 0))
        from webhook_delivery where status = 'waiting') as webhooks,
      (select json_build_object('open', count(*), 'bytes', coalesce(sum(length), 0))
        from upload where published_at is null and error is null) as uploads,
      (select count(*) from object where corrupt_at is not null) as corrupt,
      (select extract(epoch from now() - max(at))::float8 from audit
        where action = ${BACKUP_ACTION}) as "backupSeconds"`.execute(db)
  return rows[0]!
}
