import type { jobs } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { formatNumber } from '../../../ui/format/format.ts'
import styles from './operations.module.css'

export function JobCounts({ kinds }: { kinds: jobs.JobKindSummary[] }) {
  const { t } = useTranslation('operations')
  const sum = (state: 'waiting' | 'running' | 'failed') =>
    kinds.reduce((total, kind) => total + kind[state], 0)
  return (
    <dl className={styles.counts}>
      {(['failed', 'running', 'waiting'] as const).map((state) => (
        <div key={state} data-bad={state === 'failed' && sum(state) > 0}>
          <dt>{t(`job.states.${state}`)}</dt>
          <dd className="tabular">{formatNumber(sum(state))}</dd>
        </div>
      ))}
    </dl>
  )
}
