import { Type, type Static } from 'typebox'

/** Why the service moved or assigned a work request, or reminded people of it, by itself. */
export const AUTOMATIC_CAUSES = [
  'materials-open',
  'no-materials',
  'materials-complete',
  'material-reopened',
  'offline-rendered',
  'no-approval-needed',
  'decision-withdrawn',
  'new-offline',
  'checks-passed',
  'conditions-met',
  // A rule of the studio assigned a vendor.
  'assignment-rule',
  // A reminder, not a move.
  'deadline',
] as const
export const AutomaticCause = Type.Enum([...AUTOMATIC_CAUSES])
export type AutomaticCause = Static<typeof AutomaticCause>
