// Which fields of an order somebody may still change. The refusal and the form ask the same.
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Status } from '../contract.ts'

/** What was ordered: closed from `submitted` on. */
export const ORDERED = [
  'language',
  'territory',
  'due',
  'deliveryDeadline',
  'dng',
  'uses',
  'dcp',
  'aspectRatio',
  'audioFile',
  'auto',
  'autosubs',
  'dualLanguages',
  'autoMode',
]
/** What stays open to whoever ordered, and to who works on it. */
const CARRIED = ['instructions', 'recipients', 'shippingAddresses', 'tags', 'materials', 'files']

export const isFinal = (status: Status): boolean => status === 'complete' || status === 'cancelled'

/** Of these fields, those that are closed by now. */
export const lockedFields = (names: readonly string[], status: Status): string[] =>
  status === 'incomplete' ? [] : names.filter((name) => isFinal(status) || !CARRIED.includes(name))

export const mayChangeOrder = (
  { from }: { from: { _id: string } },
  by: Pick<Caller, '_id' | 'roles'>,
): boolean => by._id === from._id || by.roles.some((role) => role === 'studio' || role === 'admin')
