import { useTranslation } from '../../../i18n/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import type { OrderFieldError } from '../validation.ts'
import type { OrderQueueEntry } from './use-queue-entries.ts'
import { QueueEntry } from './queue-entry.tsx'
import styles from '../order-page.module.css'

type Props = {
  entries: readonly OrderQueueEntry[]
  selected: readonly string[]
  rejected: ReadonlyMap<string, OrderFieldError[]>
  onSelect: (assets: readonly string[]) => void
  onRemove: (asset: string) => void
  onClear: () => void
}

/** The assets in the queue. The selected ones are edited together. */
export function QueueList({ entries, selected, rejected, onSelect, onRemove, onClear }: Props) {
  const { t } = useTranslation('order')
  const toggle = (asset: string) =>
    onSelect(
      selected.includes(asset) ? selected.filter((one) => one !== asset) : [...selected, asset],
    )
  return (
    <Card label={t('queue')}>
      <div className={styles.queueHead}>
        <h2>{t('queueTitle', { count: entries.length })}</h2>
        <button type="button" className={styles.linkButton} onClick={onClear}>
          {t('clear')}
        </button>
      </div>
      <ul className={styles.queue}>
        {entries.map((entry) => (
          <QueueEntry
            key={entry.item.asset}
            entry={entry}
            isOnly={entries.length === 1}
            isSelected={selected.includes(entry.item.asset)}
            isRejected={entry.orders.some(({ key }) => rejected.has(key))}
            onToggle={() => toggle(entry.item.asset)}
            onSelectOnly={() => onSelect([entry.item.asset])}
            onRemove={() => onRemove(entry.item.asset)}
          />
        ))}
      </ul>
    </Card>
  )
}
