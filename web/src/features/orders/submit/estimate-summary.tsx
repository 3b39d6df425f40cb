import { Button } from '@mantine/core'
import type { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { languageName, formatPrice } from '../../../ui/format/format.ts'
import { sumEstimates } from './total.ts'
import type { OrderQueueEntry, QueuedOrder } from '../queue/use-queue-entries.ts'
import styles from '../order-page.module.css'

type Props = {
  entries: readonly OrderQueueEntry[]
  isSubmitting: boolean
  remaining: number
  onSubmit: (status: 'submitted' | 'incomplete') => void
}

/** The price of each order, the total, and the submit buttons. */
export function EstimateSummary({ entries, isSubmitting, remaining, onSubmit }: Props) {
  const { t } = useTranslation('order')
  const orders = entries.flatMap(({ orders: own }) => own)
  const totals = sumEstimates(orders.flatMap(({ estimate }) => (estimate ? [estimate] : [])))
  const isEstimating = orders.some((order) => order.isEstimating)
  return (
    <Card label={t('estimate')}>
      <h2 className={styles.summaryTitle} title={t('estimateHint')}>
        {t('estimate')}
      </h2>
      <ul className={styles.prices} aria-busy={isEstimating}>
        {entries.flatMap(({ asset, orders: own }) =>
          own.map((order) => (
            <li key={order.key}>
              <Price name={asset?.name ?? '…'} order={order} />
            </li>
          )),
        )}
      </ul>
      <p className={styles.total} role="status">
        <span>{t('total')}</span>
        <strong>
          {totals.map(({ applied, currency }) => formatPrice(applied, currency)).join(' + ') || '–'}
        </strong>
      </p>
      {totals.some(({ base, applied }) => base !== applied) && (
        <p className={styles.baseTotal}>
          {t('baseTotal', {
            amount: totals.map(({ base, currency }) => formatPrice(base, currency)).join(' + '),
          })}
        </p>
      )}
      <div className={styles.actions}>
        <Button fullWidth onClick={() => onSubmit('submitted')} loading={isSubmitting}>
          {t('submit', { count: orders.length })}
        </Button>
        <Button
          fullWidth
          variant="default"
          onClick={() => onSubmit('incomplete')}
          disabled={isSubmitting}
        >
          {t('saveDrafts')}
        </Button>
        <p className={styles.progress} role="status">
          {isSubmitting && t('submitting', { count: remaining })}
        </p>
      </div>
    </Card>
  )
}

function Price({
  name,
  order: { body, estimate, estimateError },
}: {
  name: string
  order: QueuedOrder
}) {
  const { t } = useTranslation('order')
  const title = (
    <span>
      <bdi>{name}</bdi>
      {body.language && <> · {languageName(body.language)}</>}
    </span>
  )
  if (!estimate)
    return (
      <p className={styles.price}>
        {title}
        <span>{estimateError ? t('noPrice') : '–'}</span>
      </p>
    )
  return (
    <details className={styles.details}>
      <summary className={styles.price}>
        {title}
        <span>{formatPrice(estimate.applied, estimate.currency)}</span>
      </summary>
      <ul className={styles.lines}>
        {estimate.lines.map((line, index) => (
          <li key={index} className={styles.price}>
            <LineName line={line} minutes={estimate.minutes} />
            <span>
              {line.base !== line.applied && <s>{formatPrice(line.base, estimate.currency)}</s>}{' '}
              {formatPrice(line.applied, estimate.currency)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function LineName({
  line: { what, of, base, applied },
  minutes,
}: {
  line: workrequests.Estimate['lines'][number]
  minutes: number
}) {
  const { t } = useTranslation(['order', 'trade'])
  const name = {
    translation: () =>
      t('line.translation', {
        language: of ? languageName(of) : t('trade:languageNotSelected'),
        minutes,
      }),
    graphics: () => t('line.graphics', { count: Number(of) }),
    use: () => t(`trade:use.${of as 'Online'}`),
    detail: () => of,
    rush: () => t('line.rush', { factor: of }),
  }[what]()
  return (
    <span>
      {name}
      {base !== applied && <em> {t('line.alreadyTranslated')}</em>}
    </span>
  )
}
