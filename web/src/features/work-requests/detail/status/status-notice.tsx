import { useState } from 'react'
import type { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { formatRelativeTime } from '../../../../ui/format/time.ts'
import styles from '../work-request-page.module.css'

type History = workrequests.WorkRequest['history']

/**
 * What somebody else has done while one looks, said quietly above what changed; the page itself
 * stays where it is.
 */
export function StatusNotice({ history }: { history: History }) {
  const { t } = useTranslation(['request', 'trade'])
  const me = useCurrentUser()
  const [seen, setSeen] = useState(history.length)
  const [told, setTold] = useState<History[number]>()
  if (history.length !== seen) {
    setSeen(history.length)
    const last = history.at(-1)
    setTold(last && history.length > seen && last.user._id !== me?._id ? last : undefined)
  }
  return (
    <p className={styles.told} role="status">
      {told &&
        t('told', {
          name: told.user.name,
          status: t(`trade:status.${told.status}`),
          when: Date.now() / 1000 - told.date < 90 ? t('justNow') : formatRelativeTime(told.date),
        })}
    </p>
  )
}
