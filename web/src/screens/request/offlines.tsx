import type { workrequests } from '@reelay/api/contract'
import { Moment } from '../../ui/moment.tsx'
import { Section } from '../../ui/section.tsx'
import { Tag } from '../../ui/tag.tsx'
import { sentence } from '../../ui/words.ts'
import styles from './request.module.css'

/** The cuts that were brought for review, the newest on top. */
export function Offlines({ request: { offlines } }: { request: workrequests.WorkRequest }) {
  if (offlines.length === 0) return null
  return (
    <Section title="Offlines" card>
      <ul className={styles.list}>
        {offlines.map(({ _id, decision, reason, code, created }, index) => (
          <li key={_id} className={styles.item}>
            <div>
              <span className={styles.itemName}>Offline {offlines.length - index}</span><span className={styles.lesser}> · <Moment at={created} /></span>
              {(reason || code) && <p className={styles.lesser} dir="auto">{[code && sentence(code), reason].filter(Boolean).join(': ')}</p>}
            </div>
            {decision ? <Tag tone={decision === 'approved' ? 'good' : 'bad'}>{sentence(decision)}</Tag> : <Tag tone="look" done={false}>Not decided</Tag>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
