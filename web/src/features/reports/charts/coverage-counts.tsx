import { reports } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { formatNumber } from '../../../ui/format/format.ts'
import { BarChart } from './bars.tsx'
import { CoverageIcon, COVERAGE_TONES } from './coverage-icon.tsx'

/** Versions of a project by state. */
export function CoverageCounts({ coverage: { cells } }: { coverage: reports.Coverage }) {
  const { t } = useTranslation(['reports', 'trade'])
  const counts = reports.COVERAGE_STATES.map((state) => ({
    state,
    amount: cells.filter((cell) => cell.state === state).length,
  })).filter(({ amount }) => amount > 0)
  return (
    <BarChart
      label={t('section.coverage')}
      heads={[t('section.coverage'), t('count')]}
      bars={counts.map(({ state, amount }) => ({
        key: state,
        name: <CoverageIcon state={state} />,
        value: amount,
        text: formatNumber(amount),
        tone: COVERAGE_TONES[state],
      }))}
    />
  )
}
