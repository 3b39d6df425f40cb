import type { workrequests } from '@reelay/api/contract'
import type { TFunction } from '../../i18n/i18n.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { DateTime } from '../../ui/text/date-time.tsx'
import {
  cityOf,
  formatTime,
  formatRelativeTime,
  formatTimeDistance,
  formatDateTime,
  localTimeZone,
} from '../../ui/format/time.ts'
import { humanize } from '../../ui/format/format.ts'
import { isFinal } from './status.tsx'
import styles from './due-date.module.css'

type Props = { due: workrequests.WorkRequest['due']; status?: workrequests.Status }

/**
 * In the time zone of the browser, followed by the time in the zone of the order if that differs.
 */
export function DueDate({ due, status }: Props) {
  const { t } = useTranslation()
  if (!due) return <span className={styles.otherZone}>{t('noDate')}</span>
  const isRunning = status !== undefined && !isFinal(status)
  const isOver = isRunning && due.date * 1000 < Date.now()
  return (
    <div>
      <div>
        <DateTime at={due.date} />
      </div>
      <div className={styles.otherZone}>
        {isRunning && (
          <>
            <span className={isOver ? styles.overdue : undefined}>
              {isOver
                ? t('overdue', { duration: formatTimeDistance(due.date) })
                : humanize(formatRelativeTime(due.date))}
            </span>{' '}
            ·{' '}
          </>
        )}
        {there(due, t)}
      </div>
    </div>
  )
}

function there({ date, tz }: { date: number; tz: string }, t: TFunction): string {
  const here = formatDateTime(localTimeZone(), date)
  const moment = formatDateTime(tz, date)
  if (here === moment) return t('zoneTime', { city: cityOf(tz) })
  const sameDay =
    here.replace(formatTime(localTimeZone(), date), '') === moment.replace(formatTime(tz, date), '')
  return t('timeInCity', { clock: sameDay ? formatTime(tz, date) : moment, city: cityOf(tz) })
}
