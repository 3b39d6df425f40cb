import type { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { DateTime } from '../../../../ui/text/date-time.tsx'
import { Section } from '../../../../ui/layout/section.tsx'
import { useDisplayNames } from '../use-display-names.ts'
import { actorOf } from './actor.ts'
import section from '../section.module.css'
import styles from './status.module.css'

/** All status changes, the latest first. */
export function History({
  request: { history, rejections },
}: {
  request: workrequests.WorkRequest
}) {
  const { t } = useTranslation(['request', 'trade', 'notifications'])
  const { codeName } = useDisplayNames()
  const codeAt = (date: number) => rejections.find((rejection) => rejection.date === date)?.code
  return (
    <Section anchor="history" title={t('history')}>
      <ol className={styles.history} reversed>
        {history.toReversed().map((entry, index) => {
          const { date, status, reason } = entry
          const code = status === 'rejected' && codeAt(date)
          return (
            <li key={history.length - index} className={styles.historyEntry}>
              <div className={styles.statusName}>{t(`trade:status.${status}`)}</div>
              <div className={section.hint}>
                <bdi>{actorOf(entry, t)}</bdi> · <DateTime at={date} />
              </div>
              {(reason || code) && (
                <p className={styles.reason} dir="auto">
                  {[code && codeName(code), reason].filter(Boolean).join(': ')}
                </p>
              )}
            </li>
          )
        })}
      </ol>
    </Section>
  )
}
