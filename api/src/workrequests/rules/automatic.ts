// Moves that the service makes by itself are never shown as the action of a person.
import type { Status } from '../contract.ts'
import type { AutomaticCause } from '../contract/automatic.ts'

const CAUSES: Partial<Record<Status, Partial<Record<Status, AutomaticCause>>>> = {
  submitted: { 'awaiting-materials': 'materials-open', 'in-progress': 'no-materials' },
  'awaiting-materials': { 'in-progress': 'materials-complete' },
  'in-progress': {
    'awaiting-materials': 'material-reopened',
    'for-review': 'offline-rendered',
  },
  'for-review': { approved: 'no-approval-needed' },
  rejected: { 'in-progress': 'new-offline' },
  approved: { complete: 'checks-passed' },
}

export const automaticCause = (from: Status, to: Status): AutomaticCause =>
  CAUSES[from]?.[to] ?? 'conditions-met'

const TEXTS: Record<AutomaticCause, string> = {
  'materials-open': 'because materials are missing',
  'no-materials': 'because it needs no materials',
  'materials-complete': 'after the last material was approved',
  'material-reopened': 'because a material was reopened',
  'offline-rendered': 'after the offline was rendered',
  'no-approval-needed': 'because the workflow needs no approval',
  'new-offline': 'after a new offline was uploaded',
  'checks-passed': 'after the last file passed its checks',
  'conditions-met': 'because nothing was missing',
  deadline: 'because of the deadline',
}

/** Example: "automatic, after the last material was approved" */
export const describeAutomatic = (cause: string): string =>
  `automatic, ${TEXTS[cause as AutomaticCause] ?? TEXTS['conditions-met']}`
