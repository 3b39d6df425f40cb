import { sql } from 'kysely'
import type { SoundFacts, Step } from '../../files/contract.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { same } from '../../kernel/http/echo.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import type { Picture, Probe } from '../../media/types.ts'
import type { Warning } from '../contract.ts'
import { askedOf } from '../queries/order.ts'
import { lint, type Asked, type Facts } from '../rules/lint.ts'

type Known = {
  probe: Probe | null
  picture: Picture | null
  sound: SoundFacts | null
  warnings: Warning[]
  failed: { step: Step; code: string; message: string }[]
}

/**
 * Everything that is wrong with a file, in one list: what could not be done with it, and what
 * whoever gets it would send back.
 */
export async function refreshWarnings(tx: Tx, file: string): Promise<void> {
  const known = await whatIsKnown(tx, file)
  if (!known) return
  const { probe, picture, sound, failed } = known
  const warnings = [
    ...known.warnings.filter(({ code }) => !OURS.test(code)),
    ...onceEach(failed.map(({ code, message }) => ({ code, message, severity: 'error' as const }))),
    ...(probe ? lintMarked({ probe, picture, sound }, await askedOf(tx, file)) : []),
  ]
  if (!same(warnings, known.warnings))
    await sql`update file set warnings = ${JSON.stringify(warnings)} where id = ${file}`.execute(tx)
  await settleOrders(tx, file)
}

/** An order that waited for this file, or for its faults to be mended, may go on now. */
async function settleOrders(tx: Tx, file: string) {
  const { rows } = await sql<{ request: string; owner: string }>`
    select distinct w.id as request, f.owner_id as owner from work_request_file wf join work_request w on w.id = wf.work_request_id join file f on f.id = wf.file_id
    where wf.file_id = ${file} and w.status = 'approved' and f.verified_at is not null`.execute(tx)
  for (const { request, owner } of rows)
    await enqueue(tx, 'settle', { workRequest: request, by: owner })
}

/**
 * What would not be said without the original is marked: who does not see that is not told of it
 * (`files/queries`).
 */
function lintMarked(facts: Facts, asked: Asked | null): (Warning & { compared?: true })[] {
  const alone = lint(facts, asked && { ...asked, original: null })
  return lint(facts, asked).map((warning) =>
    alone.some((other) => same(other, warning)) ? warning : marked(warning),
  )
}

const marked = (warning: Warning) => ({ ...warning, compared: true as const })

/** Others warn too, of a disk that forgot for instance, and take back themselves what they said. */
const OURS = /^(media|delivery)\./

async function whatIsKnown(tx: Tx, file: string): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select m.probe, m.picture, m.sound, f.warnings, coalesce((
      select json_agg(json_build_object('step', s.step, 'code', s.reason ->> 'code', 'message', s.reason ->> 'message') order by s.ended_at, s.step)
      from media_step s where s.file_id = f.id and s.status = 'failed'), '[]') as failed
    from file f join media m on m.file_id = f.id where f.id = ${file}`.execute(tx)
  return rows[0]
}

/** A damaged file fails at every step for one reason. */
const onceEach = (warnings: Warning[]) => [
  ...new Map(warnings.map((warning) => [warning.code, warning])).values(),
]
