import type { ReactNode } from 'react'
import { Breakable } from './breakable.tsx'
import styles from '../table/responsive-table.module.css'

/** The class of the link that covers its whole row. */
export const nameLink = styles.name

/** A name with a dimmed second line. Names can be in any script, so `dir` is automatic. */
export function NameAndNote({ name, note }: { name: ReactNode; note?: ReactNode }) {
  return (
    <>
      <div className={styles.first} dir="auto">
        {withBreaks(name)}
      </div>
      {note && (
        <div className={styles.note} dir="auto">
          {withBreaks(note)}
        </div>
      )}
    </>
  )
}

const withBreaks = (part: ReactNode) =>
  typeof part === 'string' ? <Breakable text={part} /> : part
