import type { files } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { StatusTag } from '../../../ui/text/status-tag.tsx'
import { cityOf, formatDateTime, localTimeZone } from '../../../ui/format/time.ts'
import styles from './asset-files.module.css'

type Embargo = files.File['embargo']

export const isEmbargoed = (
  { embargo: { end, event } }: Pick<files.File, 'embargo'>,
  now = Date.now(),
): boolean => event || (end !== null && end * 1000 > now)

/** Names the time zone, because an embargo that ends an hour early is a leak. */
export function EmbargoNote({ embargo: { end, event } }: { embargo: Embargo }) {
  const { t } = useTranslation('asset')
  const until =
    end !== null &&
    t('embargo.until', {
      moment: formatDateTime(localTimeZone(), end),
      city: cityOf(localTimeZone()),
    })
  return (
    <div className={styles.embargo}>
      <StatusTag tone="warning">
        {[until, event && t('embargo.event')].filter(Boolean).join(' · ')}
      </StatusTag>
    </div>
  )
}
