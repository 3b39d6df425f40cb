import { useEffect, useId, useRef, type ReactNode } from 'react'
import styles from './dialog.module.css'

type Parts = { title: string; onClose: () => void; onSubmit: (form: FormData) => void; acts: ReactNode; children: ReactNode }

/** A form that wants an answer before anything else: the browser's own dialog, which keeps the focus and knows Escape. */
export function Dialog({ title, onClose, onSubmit, acts, children }: Parts) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => { if (!dialog.current?.open) dialog.current?.showModal() }, [])
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={onClose}>
      <form className={styles.form} onSubmit={(event) => { event.preventDefault(); onSubmit(new FormData(event.currentTarget)) }}>
        <h2 id={id} className={styles.title} dir="auto">{title}</h2>
        {children}
        <div className={styles.acts}>{acts}</div>
      </form>
    </dialog>
  )
}
