import type { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { HAPPY_PATH } from '../../moves/moves.ts'
import styles from './status-steps.module.css'

type Status = workrequests.Status

/**
 * The life of a request, and where it is. A rejection stands where the review was; a cancelled one
 * ends where it had come to.
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
  const here = steps.indexOf(status)
  return (
    <div className={styles.wrap}>
      <ol className={styles.path} aria-label={t('path')}>
        {steps.map((step, index) => (
          <li
            key={step}
            className={styles.step}
            data-state={index < here ? 'past' : index === here ? 'here' : 'ahead'}
            data-bad={step === 'rejected' || step === 'cancelled'}
            aria-current={index === here ? 'step' : undefined}
          >
            <span className={styles.name}>{t(`trade:status.${step}`)}</span>
          </li>
        ))}
      </ol>
      <p className={styles.short} aria-hidden="true">
        {t('stepOf', { step: here + 1, steps: steps.length })}
      </p>
    </div>
  )
}

function stepsOf(status: Status, been: readonly Status[]): readonly Status[] {
  if (status === 'rejected')
    return HAPPY_PATH.map((step) => (step === 'for-review' ? 'rejected' : step))
  if (status !== 'cancelled') return HAPPY_PATH
  const furthest = Math.max(0, ...been.map((one) => (HAPPY_PATH as readonly Status[]).indexOf(one)))
  return [...HAPPY_PATH.slice(0, furthest + 1), 'cancelled']
}
