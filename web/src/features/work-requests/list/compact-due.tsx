import type { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { formatDateTime, formatRelativeTime, localTimeZone } from '../../../ui/format/time.ts'
import { isFinal } from '../../shared/status.tsx'
import styles from './list.module.css'

type Props = { due: workrequests.WorkRequest['due']; status: workrequests.Status }

const SOON_MS = 48 * 3_600_000

/**
 * One line: how far away the date is if that matters, and the date in the time zone of the browser.
 * A narrow column cuts off the end.
 */
export function CompactDue({ due, status }: Props) {
  const { t } = useTranslation()
  if (!due) return <span className={styles.dim}>{t('noDate')}</span>
  const left = due.date * 1000 - Date.now()
  const isRunning = !isFinal(status)
  return (
    <time
      dateTime={new Date(due.date * 1000).toISOString()}
      title={`${formatDateTime(due.tz, due.date)} (${due.tz})`}
      className={isRunning && left < 0 ? styles.overdue : undefined}
    >
      {isRunning && left < SOON_MS && `${formatRelativeTime(due.date)} · `}
      {formatDateTime(localTimeZone(), due.date)}
    </time>
  )
}
