import { Type, type Static } from 'typebox'

export const STATUSES = [
  'incomplete',
  'submitted',
  'awaiting-materials',
  'in-progress',
  'for-review',
  'rejected',
  'approved',
  'complete',
  'cancelled',
] as const
export const Status = Type.Enum([...STATUSES])
export type Status = Static<typeof Status>
/** Input also accepts underscores; output never contains them. */
export const STATUS_INPUTS = [
  ...STATUSES,
  'awaiting_materials',
  'in_progress',
  'for_review',
] as const
export const StatusInput = Type.Enum([...STATUS_INPUTS])
export const REJECTION_CODES = [
  'picture',
  'sound',
  'subtitles',
  'graphics',
  'timing',
  'wording',
  'format',
  'other',
] as const
export const RejectionCode = Type.Enum([...REJECTION_CODES])
export type RejectionCode = Static<typeof RejectionCode>
