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
  'decision-withdrawn': 'because the decision was withdrawn',
  'new-offline': 'after a new offline was uploaded',
  'checks-passed': 'after the last file passed its checks',
  'conditions-met': 'because nothing was missing',
  'assignment-rule': 'by a rule of the studio',
  deadline: 'because of the deadline',
}

/** What an event stores about an automatic step. A rule of the studio has the other fields. */
type AutomaticDetails = Readonly<Record<string, string | null | undefined>>

/** Examples: "automatic, after the last material was approved", "automatic, by the rule for Germany" */
export const describeAutomatic = (details: AutomaticDetails): string =>
  `automatic, ${ruleText(details) ?? TEXTS[details.cause as AutomaticCause] ?? TEXTS['conditions-met']}`

/** Codes that Intl does not know stay as they are. */
function nameIn(type: 'region' | 'language', code: string | null | undefined) {
  const isKnown = type === 'region' ? /^[A-Z]{2}$/ : /^[a-z]{2,3}$/
  return code && isKnown.test(code) ? new Intl.DisplayNames('en', { type }).of(code) : code
}

function ruleText({ cause, territory, language, project }: AutomaticDetails): string | undefined {
  if (cause !== 'assignment-rule') return undefined
  const order = [
    nameIn('region', territory),
    nameIn('language', language),
    project && 'this project',
  ]
  const named = order.filter(Boolean).join(', ')
  return named ? `by the rule for ${named}` : undefined
}
