// Changes of all lines are planned in a worker thread, outside of the transaction. The transaction
// saves the plan only if the lines are still at the revision that it was made for.
import type { Tx } from '../../kernel/db/connect.ts'
import { busy } from '../../kernel/http/contract/problem.ts'
import { getRevision } from '../queries/revisions.ts'
import { openTextTrack, type TextTrackInput } from './edit.ts'

class OutdatedPlan extends Error {}

const MAX_ATTEMPTS = 10

export function rejectOutdatedPlan(plannedFor: number | undefined, revision: number) {
  if (plannedFor !== revision) throw new OutdatedPlan()
}

type Plan = { revision: number }
/** No plan was made for a translation that did not need one, but needs it now. */
export function requireCurrentPlan(plan: Plan | undefined, revision: number): asserts plan {
  rejectOutdatedPlan(plan?.revision, revision)
}

/** Locks a text track that is still at the revision. */
export async function openTextTrackAt(
  tx: Tx,
  { revision, ...input }: TextTrackInput & { revision: number },
): Promise<string> {
  const textTrack = await openTextTrack(tx, input)
  rejectOutdatedPlan(revision, await getRevision(tx, textTrack))
  return textTrack
}

/** Plans and saves again when somebody else has saved in between. */
export async function retryOutdated<T>(planAndSave: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await planAndSave()
    } catch (error) {
      if (!(error instanceof OutdatedPlan)) throw error
      if (attempt === MAX_ATTEMPTS)
        throw busy('Other people keep changing these lines. Try again in a moment.', 1)
    }
  }
}
