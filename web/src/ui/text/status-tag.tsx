import styles from './status-tag.module.css'

export type Tone = 'neutral' | 'info' | 'warning' | 'accent' | 'good' | 'bad'

/** A status text with a coloured dot. `done` fills the dot. */
export function StatusTag({
  tone,
  done = true,
  title,
  children,
}: {
  tone: Tone
  done?: boolean
  title?: string
  children: string
}) {
  return (
    <span
      className={styles.tag}
      style={{ '--tone': `var(--tone-${tone})` } as React.CSSProperties}
      data-done={done}
      title={title || undefined}
    >
      {children}
    </span>
  )
}
