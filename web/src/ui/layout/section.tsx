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

export function Section({ title, anchor: at, note, inCard: card = false, children }: Props) {
  const id = useId()
  return (
    <section id={at} className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id} className={styles.sectionTitle}>
          {title}
        </h2>
        {note && <div className={styles.sectionNote}>{note}</div>}
      </div>
      {card ? <Card>{children}</Card> : children}
    </section>
  )
}
