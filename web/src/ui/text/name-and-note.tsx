import type { ReactNode } from 'react'
import { Breakable } from './breakable.tsx'
import styles from '../table/responsive-table.module.css'

/** The class for the link that names a record: it can be pressed anywhere on its row. */
export const nameLink = styles.name

/**
 * A name and what is said of it in a second, quieter line. Names come in every script: each decides
 * its own direction.
 */
export function NameAndNote({ name, note }: { name: ReactNode; note?: ReactNode }) {
  return (
    <>
      <div className={styles.first} dir="auto">
        {withBreaks(name)}
      </div>
      {note && (
        <div className={styles.lesser} dir="auto">
          {withBreaks(note)}
        </div>
      )}
    </>
  )
}

const withBreaks = (part: ReactNode) =>
  typeof part === 'string' ? <Breakable text={part} /> : part
