import type { reports } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { Tone } from '../../../ui/text/status-tag.tsx'
import styles from './coverage.module.css'

export const COVERAGE_TONES: Record<reports.CoverageState, Tone> = {
  ordered: 'neutral',
  'in-work': 'info',
  approved: 'accent',
  delivered: 'good',
  downloaded: 'good',
  'old-cut': 'bad',
}

/**
 * Each state has its own icon: an empty circle, half a circle, a check mark, a filled circle with a
 * check mark, a download arrow, a warning.
 */
const ICONS: Record<reports.CoverageState, React.ReactNode> = {
  ordered: <circle cx="8" cy="8" r="5.5" />,
  'in-work': (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 2.5a5.5 5.5 0 0 1 0 11Z" fill="currentColor" />
    </>
  ),
  approved: <path d="m3 8.5 3.2 3.2L13 4.8" />,
  delivered: (
    <>
      <circle cx="8" cy="8" r="6" fill="currentColor" />
      <path d="m5.2 8.2 2 2 3.6-4" stroke="var(--surface)" />
    </>
  ),
  downloaded: <path d="M8 2.5v7.2M4.8 7 8 10.2 11.2 7M3 13.2h10" />,
  'old-cut': (
    <>
      <path d="M8 2.2 14.4 13.4H1.6Z" />
      <path d="M8 6.4v3M8 11.4v.1" />
    </>
  ),
}

export function CoverageIcon({ state }: { state: reports.CoverageState }) {
  const { t } = useTranslation('trade')
  return (
    <span
      className={styles.icon}
      style={{ '--tone': `var(--tone-${COVERAGE_TONES[state]})` } as React.CSSProperties}
    >
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {ICONS[state]}
      </svg>
      {t(`coverage.${state}`)}
    </span>
  )
}
