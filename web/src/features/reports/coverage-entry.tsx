import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { CoverageIcon } from './charts/coverage-icon.tsx'
import { formatDate, localTimeZone } from '../../ui/format/time.ts'
import type { CoverageEntryData } from './coverage-matrix.ts'
import styles from './coverage.module.css'

export function CoverageEntry({
  entry: { state, request, uses, since },
  asset,
  column,
}: {
  entry: CoverageEntryData
  asset: string
  column: string
}) {
  const { t } = useTranslation(['reports', 'trade'])
  const used = uses
    .map((use) => t(`trade:use.${use as 'Online'}`, { defaultValue: use }))
    .join(', ')
  const usesSince = t('coverage.since', { uses: used, day: formatDate(localTimeZone(), since) })
  return (
    <Link
      to="/workrequests/$id"
      params={{ id: request }}
      className={styles.entry}
      title={usesSince}
      aria-label={t('coverage.cell', {
        state: t(`trade:coverage.${state}`),
        asset,
        column,
        uses: usesSince,
      })}
    >
      <CoverageIcon state={state} />
    </Link>
  )
}
