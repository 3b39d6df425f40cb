import type { offlines } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { DateTime } from '../../ui/text/date-time.tsx'
import { StatusTag } from '../../ui/text/status-tag.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import styles from './panel.module.css'

type Props = {
  offline: offlines.Offline
  versions: offlines.Offline[] | undefined
  compareWith: string | undefined
  onCompare: (id: string | undefined) => void
}

/** All versions, newest first, each with a button to compare it with this one. */
export function VersionList({ offline, versions, compareWith, onCompare }: Props) {
  const { t } = useTranslation(['review', 'trade'])
  if (!versions) return null
  return (
    <section className={styles.card} aria-label={t('versions.title')}>
      <h2 className={styles.heading}>{t('versions.title')}</h2>
      <ul className={styles.list}>
        {versions
          .toSorted((a, b) => b.version - a.version)
          .map(({ _id, version, created, decision }) => (
            <li key={_id}>
              {_id === offline._id ? (
                <b>{t('version', { version: formatNumber(version) })}</b>
              ) : (
                <Link to="/offlines/$id" params={{ id: _id }}>
                  {t('version', { version: formatNumber(version) })}
                </Link>
              )}
              <StatusTag
                tone={
                  decision === 'approved' ? 'good' : decision === 'rejected' ? 'bad' : 'neutral'
                }
                done={decision !== null}
              >
                {t(`trade:decision.${decision ?? 'none'}`)}
              </StatusTag>
              <span className={styles.when}>
                <DateTime at={created} />
              </span>
              {_id === offline._id ? (
                <span className={styles.note}>{t('versions.current')}</span>
              ) : (
                <button
                  type="button"
                  className={styles.smallButton}
                  aria-pressed={compareWith === _id}
                  aria-label={`${t('versions.compare')}: ${t('version', { version: formatNumber(version) })}`}
                  onClick={() => onCompare(compareWith === _id ? undefined : _id)}
                >
                  {t('versions.compare')}
                </button>
              )}
            </li>
          ))}
      </ul>
    </section>
  )
}
