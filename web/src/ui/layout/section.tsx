import { useId, type ReactNode } from 'react'
import { Card } from './card.tsx'
import styles from './page.module.css'

/** `anchor`: the id for links to this section. */
type Props = {
  title: string
  anchor?: string
  note?: ReactNode
  inCard?: boolean
  children: ReactNode
}

export function Section({ title, anchor, note, inCard = false, children }: Props) {
  const id = useId()
  return (
    <section id={anchor} className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id} className={styles.sectionTitle}>
          {title}
        </h2>
        {note && <div className={styles.sectionNote}>{note}</div>}
      </div>
      {inCard ? <Card>{children}</Card> : children}
    </section>
  )
}
