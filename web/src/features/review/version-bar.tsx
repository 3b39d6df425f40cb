import type { offlines } from '@reelay/api/contract'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber } from '../../ui/format/format.ts'
import styles from './version-bar.module.css'

type Props = {
  /** The version on the stage; without one, the original is there. */
  offline?: offlines.Offline
  versions: offlines.Offline[] | undefined
  compareWith?: string | undefined
  onCompare?: (id: string | undefined) => void
}

/** All versions, the oldest first, and the one to compare with. */
export function VersionBar({ offline, versions, compareWith, onCompare }: Props) {
  const { t } = useTranslation(['review', 'trade'])
  const { playlist } = useSearch({ strict: false })
  const sorted = (versions ?? (offline ? [offline] : [])).toSorted((a, b) => a.version - b.version)
  const nameOf = ({ version }: offlines.Offline) => t('version', { version: formatNumber(version) })
  return (
    <nav className={styles.bar} aria-label={t('versions.title')}>
      <ul className={styles.versions}>
        {!offline && (
          <li>
            <span className={styles.version} aria-current="page">
              {t('versions.original')}
            </span>
          </li>
        )}
        {sorted.map((one) => (
          <li key={one._id}>
            <Link
              to="/offlines/$id"
              params={{ id: one._id }}
              search={playlist ? { playlist } : {}}
              className={styles.version}
              aria-current={one._id === offline?._id ? 'page' : undefined}
              data-decision={one.decision}
              title={t(`trade:decision.${one.decision ?? 'none'}`)}
            >
              {nameOf(one)}
              {one.version > (offline?.version ?? 0) && (
                <span className={styles.newer}>{t('versions.newer')}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {offline && onCompare && sorted.length > 1 && (
        <select
          className={styles.compare}
          aria-label={t('compare.with')}
          value={compareWith ?? ''}
          onChange={({ currentTarget }) => onCompare(currentTarget.value || undefined)}
        >
          <option value="">{t('compare.none')}</option>
          {sorted
            .filter(({ _id }) => _id !== offline._id)
            .map((one) => (
              <option key={one._id} value={one._id}>
                {t('compare.with')} {nameOf(one)}
              </option>
            ))}
        </select>
      )}
    </nav>
  )
}
