// Icons are decorative: there is always a text next to them. Those that the first page does not show
// are in their own files, so that it does not load them.
import type { ReactNode } from 'react'
import styles from './icons.module.css'

const outline = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const

export const SearchIcon = () => (
  <svg width="16" height="16" viewBox="0 0 24 24" {...outline}>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m20 20-4.8-4.8" />
  </svg>
)

export const Icon = ({ children }: { children: ReactNode }) => (
  <svg width="20" height="20" viewBox="0 0 24 24" {...outline}>
    {children}
  </svg>
)

export const BellIcon = () => (
  <Icon>
    <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15ZM10 21h4" />
  </Icon>
)
export const FilmIcon = () => (
  <Icon>
    <path d="M4 5h16v14H4zM8 5v14M16 5v14M4 9.7h4M4 14.3h4M16 9.7h4M16 14.3h4" strokeWidth={1.5} />
  </Icon>
)
export const ImageIcon = () => (
  <Icon>
    <path d="M4 5h16v14H4zM4 16l4.5-4.5 4 4 3-3L20 17M15.5 9h.01" strokeWidth={1.5} />
  </Icon>
)
export const AudioIcon = () => (
  <Icon>
    <path d="M4 10v4M8 7v10M12 4v16M16 8v8M20 10v4" strokeWidth={1.5} />
  </Icon>
)

/** `compact`: hides the name on the smallest phones. */
export const Logo = ({ compact = false }: { compact?: boolean }) => (
  <span className={styles.logo} data-compact={compact}>
    <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#3a4bc4" />
      <path
        d="M11 9.5v13M11 9.5h6a4 4 0 0 1 0 8h-6m5.5 0 5 5"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
    <span className={styles.name}>Reelay</span>
  </span>
)
