import { useId, type ReactNode } from 'react'
import { CloseButton } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import styles from './dialog.module.css'

/** Focuses the first field, or the button marked for it, instead of the close button. */
function open(dialog: HTMLDialogElement) {
  dialog.showModal()
  dialog
    .querySelector<HTMLElement>(
      '[data-dialog-body] :is(input, select, textarea, [data-autofocus]):not(:disabled)',
    )
    ?.focus()
  return () => dialog.close()
}

type Props = {
  title: string
  size?: 'small' | 'middle' | 'wide'
  onClose: () => void
  children: ReactNode
}

/** The native dialog traps the focus, closes on Escape and restores the focus. */
export function Dialog({ title, size = 'small', onClose, children }: Props) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <dialog
      ref={open}
      className={styles.dialog}
      data-size={size}
      aria-labelledby={id}
      onCancel={(event) => {
        if (event.target === event.currentTarget) {
          event.preventDefault()
          onClose()
        }
      }}
    >
      <div className={styles.head}>
        <h2 id={id} className={styles.title} dir="auto">
          {title}
        </h2>
        <CloseButton aria-label={t('close')} onClick={onClose} />
      </div>
      <div className={styles.body} data-dialog-body>
        {children}
      </div>
    </dialog>
  )
}

type FormDialogProps = {
  title: string
  onClose: () => void
  onSubmit: (form: FormData) => void
  actions: ReactNode
  children: ReactNode
}

export const FormDialog = ({ title, onClose, onSubmit, actions, children }: FormDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(new FormData(event.currentTarget))
      }}
    >
      {children}
      <div className={styles.actions}>{actions}</div>
    </form>
  </Dialog>
)
