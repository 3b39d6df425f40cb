import type { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { HAPPY_PATH } from '../../moves/moves.ts'
import styles from './status-steps.module.css'

type Status = workrequests.Status

/**
 * The statuses of a work request, with the current one marked. A rejection replaces the review; a
 * cancelled request ends after the furthest status it reached.
 */
export function StatusSteps({
  request: { status, history },
}: {
  request: Pick<workrequests.WorkRequest, 'status' | 'history'>
}) {
  const { t } = useTranslation(['request', 'trade'])
  const steps = stepsOf(
    status,
    history.map((entry) => entry.status),
  )
  const current = steps.indexOf(status)
  return (
    <div className={styles.container}>
      <ol className={styles.steps} aria-label={t('statusSteps')}>
        {steps.map((step, index) => (
          <li
            key={step}
            className={styles.step}
            data-state={index < current ? 'past' : index === current ? 'current' : 'ahead'}
            data-error={step === 'rejected' || step === 'cancelled'}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className={styles.name}>{t(`trade:status.${step}`)}</span>
          </li>
        ))}
      </ol>
      <p className={styles.position} aria-hidden="true">
        {t('stepOf', { step: current + 1, steps: steps.length })}
      </p>
    </div>
  )
}

function stepsOf(status: Status, history: readonly Status[]): readonly Status[] {
  if (status === 'rejected')
    return HAPPY_PATH.map((step) => (step === 'for-review' ? 'rejected' : step))
  if (status !== 'cancelled') return HAPPY_PATH
  const furthest = Math.max(
    0,
    ...history.map((past) => (HAPPY_PATH as readonly Status[]).indexOf(past)),
  )
  return [...HAPPY_PATH.slice(0, furthest + 1), 'cancelled']
}
