import type { workrequests } from '@reelay/api/contract'
import type { TFunction } from '../../i18n/i18n.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { Moment } from '../../ui/text/moment.tsx'
import { cityOf, clockIn, distance, lapse, momentIn, readerZone } from '../../ui/format/time.ts'
import { sentence } from '../../ui/format/format.ts'
import { isFinal } from './status.tsx'
import styles from './due-date.module.css'

type Parts = { due: workrequests.WorkRequest['due']; status?: workrequests.Status }

/**
 * In the reader's zone first; beside it the hour in the zone the order was written in, where that
 * differs.
 */
export function Due({ due, status }: Parts) {
  const { t } = useTranslation()
  if (!due) return <span className={styles.beside}>{t('noDate')}</span>
  const isRunning = status !== undefined && !isFinal(status)
  const isOver = isRunning && due.date * 1000 < Date.now()
  return (
    <div>
      <div>
        <Moment at={due.date} />
      </div>
      <div className={styles.beside}>
        {isRunning && (
          <>
            <span className={isOver ? styles.over : undefined}>
              {isOver ? t('overdue', { lapse: lapse(due.date) }) : sentence(distance(due.date))}
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
  const here = momentIn(readerZone(), date)
  const moment = momentIn(tz, date)
  if (here === moment) return t('zoneTime', { city: cityOf(tz) })
  const sameDay =
    here.replace(clockIn(readerZone(), date), '') === moment.replace(clockIn(tz, date), '')
  return t('clockThere', { clock: sameDay ? clockIn(tz, date) : moment, city: cityOf(tz) })
}
