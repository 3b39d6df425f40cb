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

export const PenIcon = () => (
  <Icon>
    <path d="M4 20c3-8 5 2 8-5s4-9 8-11" />
  </Icon>
)
export const ArrowIcon = () => (
  <Icon>
    <path d="M5 19 19 5M10 5h9v9" />
  </Icon>
)
export const BoxIcon = () => (
  <Icon>
    <rect x="4" y="6" width="16" height="12" rx="1" />
  </Icon>
)
