import { Button } from '@mantine/core'
import type { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { languageName, price } from '../../../ui/format/format.ts'
import { totalOf } from './total.ts'
import type { Entry, Order } from '../queue/use-queue-entries.ts'
import styles from '../order-page.module.css'

type Parts = {
  entries: readonly Entry[]
  isPlacing: boolean
  left: number
  onPlace: (status: 'submitted' | 'incomplete') => void
}

/** What it would cost, line by line, and the button for it. */
export function Summary({ entries, isPlacing, left, onPlace }: Parts) {
  const { t } = useTranslation('order')
  const orders = entries.flatMap(({ orders: own }) => own)
  const total = totalOf(orders.flatMap(({ estimate }) => (estimate ? [estimate] : [])))
  const isReckoning = orders.some((order) => order.isReckoning)
  return (
    <Card label={t('estimate')}>
      <h2 className={styles.summaryTitle} title={t('estimateNote')}>
        {t('estimate')}
      </h2>
      <ul className={styles.prices} aria-busy={isReckoning}>
        {entries.flatMap(({ asset, orders: own }) =>
          own.map((order) => (
            <li key={order.key}>
              <Price name={asset?.name ?? '…'} order={order} />
            </li>
          )),
        )}
      </ul>
      <p className={styles.total} role="status">
        <span>{t('sum')}</span>
        <strong dir="ltr">{price(total.applied)}</strong>
      </p>
      {total.base !== total.applied && (
        <p className={styles.saved}>{t('saved', { amount: price(total.base) })}</p>
      )}
      <div className={styles.acts}>
        <Button fullWidth onClick={() => onPlace('submitted')} loading={isPlacing}>
          {t('place', { count: orders.length })}
        </Button>
        <Button
          fullWidth
          variant="default"
          onClick={() => onPlace('incomplete')}
          disabled={isPlacing}
        >
          {t('keepDrafts')}
        </Button>
        <p className={styles.said} role="status">
          {isPlacing && t('placing', { count: left })}
        </p>
      </div>
    </Card>
  )
}

function Price({ name, order: { body, estimate, error } }: { name: string; order: Order }) {
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
        <span>{error ? t('noPrice') : '–'}</span>
      </p>
    )
  return (
    <details className={styles.fold}>
      <summary className={styles.price}>
        {title}
        <span dir="ltr">{price(estimate.applied)}</span>
      </summary>
      <ul className={styles.lines}>
        {estimate.lines.map((line, index) => (
          <li key={index} className={styles.price}>
            <LineName line={line} minutes={estimate.minutes} />
            <span dir="ltr">
              {line.base !== line.applied && <s>{price(line.base)}</s>} {price(line.applied)}
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
        language: of ? languageName(of) : t('trade:languageNotChosen'),
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
      {base !== applied && <em> {t('line.done')}</em>}
    </span>
  )
}
