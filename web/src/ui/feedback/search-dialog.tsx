import { useLayoutEffect, type ComponentProps, type ReactNode, type RefObject } from 'react'
import { SearchIcon } from '../icons/icons.tsx'
import styles from './search-dialog.module.css'

type Props = {
  dialog: RefObject<HTMLDialogElement | null>
  title: string
  closeLabel: string
  input: ComponentProps<'input'>
  onClose: () => void
  children?: ReactNode
}

/** A native dialog whose field takes text as soon as it is drawn. */
export function SearchDialog({ dialog, title, closeLabel, input, onClose, children }: Props) {
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    // Restores the focus, so that a dialog that replaces this one restores it too.
    return () => current?.close()
  }, [dialog])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions,
    // jsx-a11y/click-events-have-key-events -- a press beside it closes it, as Escape does
    <dialog
      ref={dialog}
      className={styles.search}
      aria-label={title}
      onClose={({ currentTarget }) => {
        if (currentTarget.isConnected) onClose()
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close()
      }}
    >
      <div className={styles.field}>
        <SearchIcon />
        <input
          type="text"
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          dir="auto"
          {...input}
        />
        <button type="button" className={styles.close} onClick={() => dialog.current?.close()}>
          {closeLabel}
        </button>
      </div>
      {children}
    </dialog>
  )
}
