import { JSON_FLAG, withClient, type CommandDefinition } from '../definition.ts'
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

const printReport = withClient(async () => (await import('../report.ts')).report)

export const reportCommands: CommandDefinition[] = [
  {
    name: 'report',
    description: 'Show reports: coverage, risk, volume, turnaround, rejections and downloads',
    examples: ['report risk', 'report coverage --project the-salt-almanac'],
    subcommands: Object.entries(flags.report).map(([name, endpoint]) => ({
      name,
      description: endpoint.description,
      flags: [...endpoint.flags, ['--csv', 'print CSV for spreadsheets'], JSON_FLAG],
      examples: EXAMPLES[name]!,
      run: (input, context) => printReport({ ...input, name }, context),
    })),
  },
]
