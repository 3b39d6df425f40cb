import type { workrequests } from '@reelay/api/contract'
import { Section } from '../../ui/section.tsx'
import { Tag } from '../../ui/tag.tsx'
import { count } from '../../ui/words.ts'
import styles from './request.module.css'

type WorkRequest = workrequests.WorkRequest

/** What must be at hand before work can begin. */
export function Materials({ request: { materials } }: { request: WorkRequest }) {
  const open = materials.filter(({ complete }) => !complete).length
  return (
    <Section title="Materials" card note={materials.length > 0 && (open ? `${open} of ${materials.length} still open` : 'All here')}>
      {materials.length === 0 ? <p className={styles.lesser}>None are needed yet. They follow from what is ordered: dubbing, subtitles and dedicated graphics each need theirs, once the order is submitted.</p> : (
        <ul className={styles.list}>
          {materials.map((material) => (
            <li key={material.name} className={styles.item}>
              <span className={styles.itemName}>{material.name}{material.files.length > 0 && <span className={styles.lesser}> · {count(material.files.length, 'file')}</span>}</span>
              <State material={material} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function State({ material: { complete, approved } }: { material: WorkRequest['materials'][number] }) {
  if (approved && complete) return <Tag tone="good">Complete and approved</Tag>
  if (complete) return <Tag tone="look">Complete, not approved</Tag>
  return <Tag tone="wait" done={false}>Open</Tag>
}
