// The few drawings of the app. All are decoration: what they mean is written beside them.
import styles from './marks.module.css'

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round', 'aria-hidden': true } as const

export const SearchMark = () => (
  <svg width="16" height="16" viewBox="0 0 24 24" {...line}><circle cx="10.5" cy="10.5" r="6.5" /><path d="m20 20-4.8-4.8" /></svg>
)

/** `compact`: on the smallest phones the mark alone. */
export const Wordmark = ({ compact = false }: { compact?: boolean }) => (
  <span className={styles.wordmark} data-compact={compact}>
    <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#3a4bc4" />
      <path d="M11 9.5v13M11 9.5h6a4 4 0 0 1 0 8h-6m5.5 0 5 5" fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
    <span className={styles.name}>Reelay</span>
  </span>
)
