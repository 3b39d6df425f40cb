import { useTranslation } from '../../../i18n/i18n.ts'
import { Poster } from '../../shared/poster.tsx'
import { useAssetTypes, useProjects } from '../../shared/lookups.ts'
import { Breakable } from '../../../ui/text/breakable.tsx'
import { languageName } from '../../../ui/format/format.ts'
import type { OrderQueueEntry, QueuedOrder } from './use-queue-entries.ts'
import styles from '../order-page.module.css'

type Props = {
  entry: OrderQueueEntry
  isOnly: boolean
  isSelected: boolean
  isRejected: boolean
  onToggle: () => void
  onSelectOnly: () => void
  onRemove: () => void
}

export function QueueEntry({
  entry: { item, asset, error, orders },
  isOnly,
  isSelected,
  isRejected,
  onToggle,
  onSelectOnly,
  onRemove,
}: Props) {
  const { t } = useTranslation('order')
  const projects = useProjects()
  const types = useAssetTypes()
  const name = asset?.name ?? (error ? t('assetUnavailable') : '…')
  const missing = useMissingFields(orders)
  return (
    <li className={styles.entry} data-selected={isSelected && !isOnly}>
      {!isOnly && asset && (
        <input
          type="checkbox"
          checked={isSelected}
          onChange={onToggle}
          aria-label={t('selectAsset', { name })}
        />
      )}
      <div className={styles.thumbnail}>{asset && <Poster asset={asset} />}</div>
      <div className={styles.entryText}>
        {isOnly || !asset ? (
          <span className={styles.entryName} dir="auto">
            <Breakable text={name} />
          </span>
        ) : (
          <button type="button" className={styles.entryName} onClick={onSelectOnly} dir="auto">
            <Breakable text={name} />
          </button>
        )}
        {asset && (
          <p className={styles.entryProject} dir="auto">
            {projects.nameOf(asset.project)} · {types.nameOf(asset.type)}
          </p>
        )}
        {error && <p>{t('assetUnavailableHint')}</p>}
        {asset &&
          (missing ? (
            <p className={isRejected ? styles.error : undefined}>{missing}</p>
          ) : (
            <p className={styles.ready}>
              {[...item.languages.map(languageName), t('ready')].join(' · ')}
            </p>
          ))}
      </div>
      <button
        type="button"
        className={styles.remove}
        aria-label={t('removeAsset', { name })}
        onClick={onRemove}
      >
        ×
      </button>
    </li>
  )
}

function useMissingFields(orders: readonly QueuedOrder[]): string {
  const { t } = useTranslation('order')
  const fields = new Set(orders.flatMap(({ errors }) => errors.map(({ field }) => field)))
  if (fields.size === 0) return ''
  return t('missing', { fields: [...fields].map((field) => t(`field.${field}`)).join(', ') })
}
