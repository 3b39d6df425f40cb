// The state of an attached file, which decides whether its work request can be completed.
import { isCompanion, lint, type DeliveryContext, type AnalyzedFile } from '@reelay/media/delivery'

/** `waiting` for the upload, `checking` until every check that can find an error has run. */
export type DeliverableState = 'waiting' | 'checking' | 'clean' | 'failed'
export type AttachedFile = {
  media: AnalyzedFile
  context: DeliveryContext
  received: boolean
  verified: boolean
  /** Whether the probe or the sound analysis has not ended. Only these can find errors. */
  pending: boolean
  /** Codes of a failed probe or sound analysis, and of damaged bytes. */
  failures: readonly string[]
}

export function deliverableState(file: AttachedFile): {
  state: DeliverableState
  companion: boolean
} {
  return { state: stateOf(file), companion: isCompanion(file.media, file.context) }
}

function stateOf({
  media,
  context,
  received,
  verified,
  pending,
  failures,
}: AttachedFile): DeliverableState {
  if (!received) return 'waiting'
  // Print has no limits to check, so it also accepts images that no codec of ours can read.
  if (failures.some((code) => context.use !== 'Print' || code.startsWith('storage.')))
    return 'failed'
  if (pending || !verified) return 'checking'
  return lint(media, context).some(({ severity }) => severity === 'error') ? 'failed' : 'clean'
}
