import { JSON_FLAG, signedIn, type Declared } from '../definition.ts'
import { flags } from './flags.ts'

const EXAMPLES: Record<string, string[]> = {
  coverage: [
    'report coverage --project the-salt-almanac',
    'report coverage --project the-salt-almanac --csv > coverage.csv',
  ],
  risk: ['report risk', 'report risk --risk critical --territory DE'],
  volume: ['report volume --from 2026-10-01 --to 2026-11-30 --by week'],
  turnaround: ['report turnaround --studio lanternfold'],
  rejections: ['report rejections --from 2026-10-01'],
  downloads: ['report downloads --by month --csv > downloads.csv'],
}

const show = signedIn(async () => (await import('../report.ts')).report)

export const reportCommands: Declared[] = [
  {
    name: 'report',
    about: 'Where things stand: coverage, risk, volume, turnaround, rejections and downloads',
    examples: ['report risk', 'report coverage --project the-salt-almanac'],
    under: Object.entries(flags.report).map(([name, way]) => ({
      name,
      about: way.about,
      flags: [...way.flags, ['--csv', 'answer as CSV, for spreadsheets'], JSON_FLAG],
      examples: EXAMPLES[name]!,
      run: (given) => show({ ...given, name }),
    })),
  },
]
