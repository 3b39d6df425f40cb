import { useState } from 'react'
import type { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { formatRelativeTime } from '../../../../ui/format/time.ts'
import { actorOf } from './actor.ts'
import styles from './status.module.css'

type History = workrequests.WorkRequest['history']

/** Announces a status change by another user while the page is open. */
export function StatusNotice({ history }: { history: History }) {
  const { t } = useTranslation(['request', 'notifications', 'trade'])
  const me = useCurrentUser()
  const [seenLength, setSeenLength] = useState(history.length)
  const [latest, setLatest] = useState<History[number]>()
  if (history.length !== seenLength) {
    setSeenLength(history.length)
    const last = history.at(-1)
    setLatest(last && history.length > seenLength && last.user._id !== me?._id ? last : undefined)
  }
  return (
    <p className={styles.notice} role="status">
      {latest &&
        t(latest.automatic ? 'statusChangedBecause' : 'statusChanged', {
          name: actorOf(latest, t),
          status: t(`trade:status.${latest.status}`),
          when:
            Date.now() / 1000 - latest.date < 90 ? t('justNow') : formatRelativeTime(latest.date),
        })}
    </p>
  )
}
