// What submitting and approving a translation require.
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import { task } from '../../kernel/compute/task.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { Problem } from '../../kernel/http/contract/problem.ts'
import { requireCurrentPlan } from '../../lines/commands/outdated.ts'
import { getRevision } from '../../lines/queries/revisions.ts'
import type { Speller } from '../../spelling/commands/speller.ts'
import { getTranslation } from '../queries.ts'
import type { StoredTranslation } from '../rules/translation.ts'
import { loadCheckInput } from './check.ts'
import { checkSubmission, type SubmissionFindings } from './tasks/checks.ts'

const submissionTask = task(new URL('./tasks/checks.ts', import.meta.url), checkSubmission)

export type SubmissionChecks = SubmissionFindings & { revision: number }

/** Checks before the transaction. A translation that already has the status is not checked again. */
export async function checkBeforeMove(
  { db, compute, speller }: { db: Db; compute: Compute; speller: Speller },
  { id, by, to }: { id: string; by: Caller; to: 'submitted' | 'approved' },
): Promise<SubmissionChecks | undefined> {
  const translation = await getTranslation(db, viewerOf(by), id)
  if (translation.status === to) return undefined
  const input = await loadCheckInput({ db, speller }, translation, { by })
  const { lines, size, revision, options } = input
  const findings = await compute.run(submissionTask, { lines, options }, { client: by._id, size })
  return { ...findings, revision }
}

/** Errors block submission and approval. Without any, the findings are warnings and are stored. */
export async function requirePassedChecks(
  tx: Tx,
  translation: StoredTranslation,
  checks: SubmissionChecks | undefined,
  to: 'submitted' | 'approved',
): Promise<void> {
  requireCurrentPlan(checks, await getRevision(tx, translation.textTrack))
  const { errorCount, errors, findings } = checks
  const [first] = errors
  if (first) {
    const { line, message } = first
    const count = errorCount === 1 ? 'One error blocks' : `${errorCount} errors block`
    const move = to === 'submitted' ? 'submission' : 'approval'
    throw new Problem(
      422,
      'translation.checks-failed',
      `${count} the ${move}. Line ${line} ${message}.`,
      {
        errors: errors.map((error) => ({
          pointer: `/lines/${error.line - 1}`,
          message: `${error.rule}: ${error.message}`,
        })),
        findings,
      },
    )
  }
  await sql`
    update translation set remarks = ${JSON.stringify(findings.map(({ _id: _line, ...finding }) => finding))}
    where id = ${translation._id}`.execute(tx)
}
