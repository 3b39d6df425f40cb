import { useTranslation } from '../../../i18n/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import type { Fault } from '../validation.ts'
import type { Entry } from './use-queue-entries.ts'
import { QueueEntry } from './queue-entry.tsx'
import styles from '../order-page.module.css'

type Parts = {
  entries: readonly Entry[]
  chosen: readonly string[]
  refused: ReadonlyMap<string, Fault[]>
  onChoose: (assets: readonly string[]) => void
  onRemove: (asset: string) => void
  onClear: () => void
}

/** The assets that are about to be ordered. Those that are chosen are written together. */
export function Queue({ entries, chosen, refused, onChoose, onRemove, onClear }: Parts) {
  const { t } = useTranslation('order')
  const toggle = (asset: string) =>
    onChoose(chosen.includes(asset) ? chosen.filter((one) => one !== asset) : [...chosen, asset])
  return (
    <Card label={t('queue')}>
      <div className={styles.queueHead}>
        <h2>{t('queueTitle', { count: entries.length })}</h2>
        <button type="button" className={styles.quiet} onClick={onClear}>
          {t('clear')}
        </button>
      </div>
      <ul className={styles.queue}>
        {entries.map((entry) => (
          <QueueEntry
            key={entry.item.asset}
            entry={entry}
            isAlone={entries.length === 1}
            isChosen={chosen.includes(entry.item.asset)}
            isRefused={entry.orders.some(({ key }) => refused.has(key))}
            onToggle={() => toggle(entry.item.asset)}
            onOnly={() => onChoose([entry.item.asset])}
            onRemove={() => onRemove(entry.item.asset)}
          />
        ))}
      </ul>
    </Card>
  )
}
