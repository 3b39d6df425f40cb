import type { ReactNode } from 'react'
import styles from './icon-button.module.css'

type Props = {
  /** For screen readers, and shown on hover. */
  label: string
  isBusy?: boolean
  onClick: () => void
  children: ReactNode
}

export const IconButton = ({ label, isBusy = false, onClick, children }: Props) => (
  <button
    type="button"
    className={styles.button}
    aria-label={label}
    title={label}
    disabled={isBusy}
    onClick={onClick}
  >
    {children}
  </button>
)
