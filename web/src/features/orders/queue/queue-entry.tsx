import { useTranslation } from '../../../i18n/i18n.ts'
import { Poster } from '../../shared/poster.tsx'
import { useAssetTypes, useProjects } from '../../shared/lookups.ts'
import { Breakable } from '../../../ui/text/breakable.tsx'
import { languageName } from '../../../ui/format/format.ts'
import type { Entry, Order } from './use-queue-entries.ts'
import styles from '../order-page.module.css'

type Parts = {
  entry: Entry
  isAlone: boolean
  isChosen: boolean
  isRefused: boolean
  onToggle: () => void
  onOnly: () => void
  onRemove: () => void
}

export function QueueEntry({
  entry: { item, asset, error, orders },
  isAlone,
  isChosen,
  isRefused,
  onToggle,
  onOnly,
  onRemove,
}: Parts) {
  const { t } = useTranslation('order')
  const projects = useProjects()
  const types = useAssetTypes()
  const name = asset?.name ?? (error ? t('gone') : '…')
  const lacks = useLacks(orders)
  return (
    <li className={styles.entry} data-chosen={isChosen && !isAlone}>
      {!isAlone && asset && (
        <input
          type="checkbox"
          checked={isChosen}
          onChange={onToggle}
          aria-label={t('chooseThis', { name })}
        />
      )}
      <div className={styles.still}>{asset && <Poster asset={asset} />}</div>
      <div className={styles.entryText}>
        {isAlone || !asset ? (
          <span className={styles.entryName} dir="auto">
            <Breakable text={name} />
          </span>
        ) : (
          <button type="button" className={styles.entryName} onClick={onOnly} dir="auto">
            <Breakable text={name} />
          </button>
        )}
        {asset && (
          <p className={styles.entryPlace} dir="auto">
            {projects.nameOf(asset.project)} · {types.nameOf(asset.type)}
          </p>
        )}
        {error && <p>{t('goneAdvice')}</p>}
        {asset &&
          (lacks ? (
            <p className={isRefused ? styles.bad : undefined}>{lacks}</p>
          ) : (
            <p className={styles.good}>
              {[...item.languages.map(languageName), t('ready')].join(' · ')}
            </p>
          ))}
      </div>
      <button
        type="button"
        className={styles.remove}
        aria-label={t('removeThis', { name })}
        onClick={onRemove}
      >
        ×
      </button>
    </li>
  )
}

/** In a few words what is still to be chosen. */
function useLacks(orders: readonly Order[]): string {
  const { t } = useTranslation('order')
  const fields = [...new Set(orders.flatMap(({ faults }) => faults.map(({ field }) => field)))]
  return fields.length
    ? t('lacks', { what: fields.map((field) => t(`field.${field}`)).join(', ') })
    : ''
}
