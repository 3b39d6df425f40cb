import type { ReactNode } from 'react'

const Icon = ({ children }: { children: ReactNode }) => (
  <svg
    width="18"
    height="18"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
)

export const InIcon = () => (
  <Icon>
    <path d="M11 5H6v14h5M21 12H11m3.5-3.5L11 12l3.5 3.5" />
  </Icon>
)
export const OutIcon = () => (
  <Icon>
    <path d="M13 5h5v14h-5M3 12h10M9.5 8.5 13 12l-3.5 3.5" />
  </Icon>
)
export const ZoomInIcon = () => (
  <Icon>
    <path d="M12 6v12M6 12h12" />
  </Icon>
)
export const ZoomOutIcon = () => (
  <Icon>
    <path d="M6 12h12" />
  </Icon>
)
