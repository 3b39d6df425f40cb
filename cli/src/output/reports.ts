// The reports as people read them. `--csv` is the service's own table, which says everything.
import { reports, type Endpoint } from '@reelay/api/contract'
import { bytes } from './format.ts'
import { moment, printFacts, printTable, type Value } from './print.ts'

type Report<T> = { endpoint: Endpoint; print: (answer: T) => void }
const report = <T>(endpoint: Endpoint, print: (answer: T) => void): Report<T> => ({
  endpoint,
  print,
})

export const REPORTS = {
  coverage: report(reports.coverageReport, printCoverage),
  risk: report<reports.RequestAtRisk[]>(reports.riskReport, (requests) =>
    printTable(
      ['Request', 'Risk', 'Due', 'For', 'Asset', 'Why', 'Waits for'],
      requests.map(({ request, risk, due, territory, language, asset, reasons, next }) => [
        request,
        risk,
        due && moment(due.date),
        `${territory} ${language}`,
        asset.name,
        reasons.map(({ message }) => message).join('; '),
        next.who,
      ]),
    ),
  ),
  volume: report<reports.Volume>(reports.volumeReport, ({ by, total, buckets, ...days }) => {
    printDays(days)
    printTable(
      [by, 'Ordered', 'Submitted', 'Delivered', 'Cancelled'],
      [
        ...buckets.map((bucket): Value[] => [bucket.from, ...countsOf(bucket)]),
        ['in all', ...countsOf(total)],
      ],
    )
  }),
  turnaround: report<reports.Turnaround>(
    reports.turnaroundReport,
    ({ whole, stages, territories, ...days }) => {
      printDays(days)
      printTable(
        ['Working hours', 'Count', 'Median', 'Four fifths within'],
        [
          ['in all', ...spreadOf(whole)],
          ...stages.map((stage): Value[] => [stage.status, ...spreadOf(stage)]),
          ...territories.map((territory): Value[] => [territory.territory, ...spreadOf(territory)]),
        ],
      )
    },
  ),
  rejections: report<reports.Rejections>(
    reports.rejectionReport,
    ({ rejections, requests, codes, vendors, territories, ...days }) => {
      printDays(days)
      printTable(
        ['By', 'Name', 'Rejections'],
        [
          ['in all', `${requests} work requests`, rejections],
          ...codes.map((one): Value[] => ['code', one.code ?? 'none', one.rejections]),
          ...vendors.map((one): Value[] => [
            'vendor',
            one.group?.name ?? 'nobody of a vendor',
            one.rejections,
          ]),
          ...territories.map((one): Value[] => ['territory', one.territory, one.rejections]),
        ],
      )
    },
  ),
  downloads: report<reports.Downloads>(
    reports.downloadReport,
    ({ by, total, buckets, assets, territories, ...days }) => {
      printDays(days)
      printTable(
        ['By', 'Name', 'Downloads', 'Bytes'],
        [
          ['in all', '', ...takenOf(total)],
          ...buckets.map((one): Value[] => [by, one.from, ...takenOf(one)]),
          ...assets.map((one): Value[] => ['asset', one.asset.name, ...takenOf(one)]),
          ...territories.map((one): Value[] => [
            'territory',
            one.territory ?? 'none',
            ...takenOf(one),
          ]),
        ],
      )
    },
  ),
}
export type ReportName = keyof typeof REPORTS

/** Assets down, territories across; in a cell each use with its state. */
function printCoverage({ assets, territories, cells }: reports.Coverage) {
  const states = Map.groupBy(cells, ({ asset, territory }) => `${asset} ${territory}`)
  const cell = (asset: string, code: string) =>
    (states.get(`${asset} ${code}`) ?? [])
      .map(({ use, language, state }) => `${use} ${language}: ${state}`)
      .join('; ')
  printTable(
    ['Asset', ...territories.map(({ code }) => code)],
    assets.map(({ _id, slug }) => [slug, ...territories.map(({ code }) => cell(_id, code))]),
  )
}

function printDays({ from, to, tz }: { from: string; to: string; tz: string }) {
  printFacts([
    ['From', from],
    ['To', to],
    ['Time zone', tz],
  ])
  console.log()
}

const countsOf = ({
  ordered,
  submitted,
  delivered,
  cancelled,
}: reports.Volume['total']): Value[] => [ordered, submitted, delivered, cancelled]
const spreadOf = ({ count, median, p80 }: reports.Turnaround['whole']): Value[] => [
  count,
  median,
  p80,
]
const takenOf = (taken: reports.Downloads['total']): Value[] => [
  taken.downloads,
  bytes(taken.bytes),
]
