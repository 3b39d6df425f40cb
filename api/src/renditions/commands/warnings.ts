import type { Step } from '../../files/contract.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { isSameValue } from '../../kernel/http/protected-fields.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import type { Warning } from '../contract.ts'
import { findDeliveryContext } from '../queries/delivery-context.ts'
import { lint, type DeliveryContext, type AnalyzedFile } from '@reelay/media/delivery'

type FileState = AnalyzedFile & {
  processed: boolean
  warnings: Warning[]
  failed: { step: Step; code: string; message: string }[]
}

/** Replaces the warnings of a file about failed steps and failed delivery checks. */
export async function refreshWarnings(tx: Tx, file: string): Promise<void> {
  const state = await findFileState(tx, file)
  if (!state) return
  const warnings = [
    ...state.warnings.filter(({ code }) => !ownCodes(state).test(code)),
    ...uniqueByCode(
      state.failed.map(({ code, message }) => ({ code, message, severity: 'error' as const })),
    ),
    ...lintWithOrigin(state, await findDeliveryContext(tx, file)),
  ]
  if (!isSameValue(warnings, state.warnings))
    await sql`update file set warnings = ${JSON.stringify(warnings)} where id = ${file}`.execute(tx)
  await settleOrders(tx, file)
}

/** A work request that waits for this file may continue, and shows the state of its checks. */
async function settleOrders(tx: Tx, file: string) {
  const { rows } = await sql<{ request: string; owner: string }>`
    select distinct w.id as request, f.owner_id as owner
    from work_request_file wf
      join work_request w on w.studio_id = wf.studio_id and w.id = wf.work_request_id
      join file f on f.studio_id = wf.studio_id and f.id = wf.file_id
    where wf.file_id = ${file} and w.status not in ('complete', 'cancelled')`.execute(tx)
  for (const { request, owner } of rows)
    await enqueue(tx, 'advance-request', { workRequest: request, by: owner })
}

/**
 * Marks the warnings that come from a comparison with the original. `files/queries` hides them from
 * people who cannot see the original.
 */
function lintWithOrigin(
  file: AnalyzedFile,
  context: DeliveryContext | null,
): (Warning & { compared?: true })[] {
  const withoutOriginal = lint(file, context && { ...context, original: null })
  return lint(file, context).map((warning) =>
    withoutOriginal.some((ownWarning) => isSameValue(ownWarning, warning))
      ? warning
      : { ...warning, compared: true as const },
  )
}

/**
 * Other modules add and remove warnings too, for example about corrupt objects, and about a film
 * name over other bytes, which are not processed.
 */
const ownCodes = ({ processed }: FileState) => (processed ? /^(media|delivery)\./ : /^delivery\./)

async function findFileState(tx: Tx, file: string): Promise<FileState | undefined> {
  const { rows } = await sql<FileState>`
    select m.probe, m.picture, m.sound, f.mime, f.name, f.warnings,
      m.file_id is not null as processed, coalesce((
      select json_agg(
        json_build_object(
          'step', s.step, 'code', s.reason ->> 'code', 'message', s.reason ->> 'message'
        ) order by s.ended_at, s.step
      )
      from media_step s where s.studio_id = f.studio_id and s.file_id = f.id and s.status = 'failed'
    ), '[]') as failed
    from file f left join media m on m.studio_id = f.studio_id and m.file_id = f.id
    where f.id = ${file} and f.received_at is not null`.execute(tx)
  return rows[0]
}

/** A damaged file fails every step for the same reason. */
const uniqueByCode = (warnings: Warning[]) => [
  ...new Map(warnings.map((warning) => [warning.code, warning])).values(),
]
