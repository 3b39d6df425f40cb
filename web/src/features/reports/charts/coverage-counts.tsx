import { reports } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { formatNumber } from '../../../ui/format/format.ts'
import { Bars } from './bars.tsx'
import { CoverageSign, COVERAGE_TONES } from './coverage-sign.tsx'

/** Versions of a project by state. */
export function CoverageCounts({ coverage: { cells } }: { coverage: reports.Coverage }) {
  const { t } = useTranslation(['reports', 'trade'])
  const counts = reports.COVERAGE_STATES.map((state) => ({
    state,
    amount: cells.filter((cell) => cell.state === state).length,
  })).filter(({ amount }) => amount > 0)
  return (
    <Bars
      label={t('section.coverage')}
      heads={[t('section.coverage'), t('count')]}
      bars={counts.map(({ state, amount }) => ({
        key: state,
        name: <CoverageSign state={state} />,
        value: amount,
        shown: formatNumber(amount),
        tone: COVERAGE_TONES[state],
      }))}
    />
  )
}
