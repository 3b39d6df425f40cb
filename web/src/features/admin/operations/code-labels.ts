// Labels for codes of the API. An unknown code is shown as it is.
import type { jobs } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import type operations from '../../../i18n/locales/en/operations.json'

type Kind = keyof (typeof operations)['kinds']
type JobKind = jobs.JobKind
type Act = keyof (typeof operations)['actions']

export function useCodeLabels() {
  const { t, i18n } = useTranslation('operations')
  const knows = (key: string) => i18n.exists(`operations:${key}`)
  return {
    kind: (code: string) => (knows(`kinds.${code}`) ? t(`kinds.${code as Kind}`) : code),
    job: (code: string) => (knows(`jobKinds.${code}`) ? t(`jobKinds.${code as JobKind}`) : code),
    /** The kind of change, from the HTTP method of a call. */
    action: (call: string) => {
      const method = call.split(' ')[0]!
      return knows(`actions.${method}`) ? t(`actions.${method as Act}`) : method
    },
  }
}
