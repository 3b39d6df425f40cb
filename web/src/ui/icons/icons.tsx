// Icons are decorative: there is always a text next to them.
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

const Icon = ({ children }: { children: ReactNode }) => (
  <svg width="20" height="20" viewBox="0 0 24 24" {...outline}>
    {children}
  </svg>
)
const filled = { fill: 'currentColor', stroke: 'none' } as const

export const PlayIcon = () => (
  <Icon>
    <path
      d="M8 5.2v13.6a.8.8 0 0 0 1.2.7l10.6-6.8a.8.8 0 0 0 0-1.4L9.2 4.5A.8.8 0 0 0 8 5.2Z"
      {...filled}
    />
  </Icon>
)
export const PauseIcon = () => (
  <Icon>
    <path d="M7 5h3.4v14H7zM13.6 5H17v14h-3.4z" {...filled} />
  </Icon>
)
export const PreviousFrameIcon = () => (
  <Icon>
    <path d="m13 7-5 5 5 5M18 6v12" />
  </Icon>
)
export const NextFrameIcon = () => (
  <Icon>
    <path d="m11 7 5 5-5 5M6 6v12" />
  </Icon>
)
export const VolumeIcon = () => (
  <Icon>
    <path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11" />
  </Icon>
)
export const MutedIcon = () => (
  <Icon>
    <path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5" />
  </Icon>
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
export const GridIcon = () => (
  <Icon>
    <path d="M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z" {...filled} />
  </Icon>
)
export const ListIcon = () => (
  <Icon>
    <path d="M4 6h16M4 12h16M4 18h16" />
  </Icon>
)
export const FullscreenIcon = () => (
  <Icon>
    <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
  </Icon>
)
export const DownloadIcon = () => (
  <Icon>
    <path d="M12 4v11m-5-5 5 5 5-5M5 20h14" />
  </Icon>
)
export const LoopIcon = () => (
  <Icon>
    <path d="M4 12V9a3 3 0 0 1 3-3h12m-3-3 3 3-3 3M20 12v3a3 3 0 0 1-3 3H5m3 3-3-3 3-3" />
  </Icon>
)
export const CaptionsIcon = () => (
  <Icon>
    <path d="M4 5h16v14H4zM7.5 15.5h5M15 15.5h1.5M7.5 12h1.5M11.5 12h5" />
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
