import { reports } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { Bars, type Bar } from './charts/bars.tsx'
import { periodOf } from './charts/days.ts'
import { CodesChart } from './charts/codes.tsx'
import { useTerritories } from '../shared/lookups.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { Figured } from './figured.tsx'
import { askDays } from './parts.ts'
import { Report } from './report.tsx'
import { useReportSearch } from './use-search.ts'
import styles from './reports.module.css'

export function RejectionReport() {
  const { t } = useTranslation('reports')
  const [search] = useReportSearch()
  const summary = ({ rejections, requests }: reports.Rejections) =>
    t('rejections.summary', {
      rejections: t('rejections.rejections', { count: rejections }),
      requests: t('requests', { count: requests }),
    })
  return (
    <Report
      part="rejections"
      endpoint={reports.rejectionReport}
      input={{ query: askDays(search) }}
      note={(found) => `${periodOf(found)} · ${summary(found)}`}
    >
      {(found) => <Body found={found} />}
    </Report>
  )
}

function Body({ found: { codes, vendors, territories, versions } }: { found: reports.Rejections }) {
  const { t } = useTranslation('reports')
  const names = useTerritories()
  const bar = (
    key: string | null,
    name: string,
    value: number,
    tone: Bar['tone'] = 'bad',
  ): Bar => ({ key: String(key), name, value, shown: formatNumber(value), tone })
  const none = <p className={styles.none}>{t('rejections.none')}</p>
  return (
    <div className={styles.cards}>
      <Figured title={t('rejections.byCode')}>
        {codes.length ? <CodesChart codes={codes} /> : none}
      </Figured>
      <Figured title={t('rejections.byVendor')}>
        {vendors.length ? (
          <Bars
            label={t('rejections.byVendor')}
            heads={[t('rejections.byVendor'), t('count')]}
            bars={vendors.map(({ group, rejections }) =>
              bar(group && group._id, group?.name ?? t('rejections.noVendor'), rejections),
            )}
          />
        ) : (
          none
        )}
      </Figured>
      <Figured title={t('rejections.byTerritory')}>
        {territories.length ? (
          <Bars
            label={t('rejections.byTerritory')}
            heads={[t('rejections.byTerritory'), t('count')]}
            bars={territories.map(({ territory, rejections }) =>
              bar(territory, names.nameOf(territory), rejections),
            )}
          />
        ) : (
          none
        )}
      </Figured>
      <Figured title={t('rejections.versions')} note={t('rejections.versionsHint')}>
        {versions.length ? (
          <Bars
            label={t('rejections.versions')}
            heads={[t('rejections.versions'), t('count')]}
            bars={versions.map(({ versions: count, requests }) =>
              bar(String(count), t('rejections.version', { count }), requests, 'info'),
            )}
          />
        ) : (
          none
        )}
      </Figured>
    </div>
  )
}
