import { useId, type ReactNode } from 'react'
import { CloseButton } from '@mantine/core'
import { useTranslation } from '../../wording.ts'
import styles from './fields.module.css'

/** One came to write: the first field has the focus, not the way out. */
function open(dialog: HTMLDialogElement) {
  dialog.showModal()
  dialog.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus()
  return () => dialog.close()
}

type Parts = { title: string; onClose: () => void; children: ReactNode }

/** The browser's own dialog: it keeps the focus inside, knows Escape, and gives the focus back. */
export function FormDialog({ title, onClose, children }: Parts) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <dialog ref={open} className={styles.dialog} aria-labelledby={id} onCancel={(event) => { if (event.target === event.currentTarget) { event.preventDefault(); onClose() } }}>
      <div className={styles.dialogHead}>
        <h2 id={id} className={styles.dialogTitle} dir="auto">{title}</h2>
        <CloseButton aria-label={t('close')} onClick={onClose} />
      </div>
      <div className={styles.dialogBody}>{children}</div>
    </dialog>
  )
}
