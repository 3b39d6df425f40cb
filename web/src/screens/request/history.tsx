import type { workrequests } from '@reelay/api/contract'
import { Moment } from '../../ui/moment.tsx'
import { sentence } from '../../ui/words.ts'
import styles from './request.module.css'

/** Who did what when, the latest on top. */
export function History({ history }: Pick<workrequests.WorkRequest, 'history'>) {
  return (
    <ol className={styles.history} reversed>
      {history.toReversed().map(({ date, user, status, reason }, index) => (
        <li key={history.length - index} className={styles.entry}>
          <div className={styles.entryName}>{sentence(status)}</div>
          <div className={styles.lesser}>{user.name} · <Moment at={date} /></div>
          {reason && <p className={styles.reason} dir="auto">{reason}</p>}
        </li>
      ))}
    </ol>
  )
}
