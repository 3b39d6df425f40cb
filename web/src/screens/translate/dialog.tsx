import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useTranslation } from '../../wording.ts'
import styles from './dialog.module.css'

/** The browser's own: it keeps the focus, knows Escape, and gives the focus back. */
export function Dialog({ title, onClose, children, wide = false }: { title: string; onClose: () => void; children: ReactNode; wide?: boolean }) {
  const { t } = useTranslation()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => { if (!dialog.current!.open) dialog.current!.showModal() }, [])
  const outside = ({ target, currentTarget }: React.MouseEvent) => { if (target === currentTarget) dialog.current!.close() }
  return (
    <dialog ref={dialog} className={styles.dialog} data-wide={wide} aria-labelledby={id} onClose={onClose} onClick={outside}>
      <div className={styles.inside}>
        <div className={styles.head}>
          <h2 id={id} className={styles.title}>{title}</h2>
          <button type="button" className={styles.close} aria-label={t('close')} onClick={() => dialog.current!.close()}>×</button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
