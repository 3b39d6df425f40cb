// Prints reports as tables. `--csv` is the service's own output and more complete.
import { reports, type Endpoint } from '@reelay/api/contract'
import { formatBytes } from './format.ts'
import { formatTime, printDetails, printTable, type CellValue } from './print.ts'

type Report<T> = { endpoint: Endpoint; print: (report: T) => void }
const defineReport = <T>(endpoint: Endpoint, print: (report: T) => void): Report<T> => ({
  endpoint,
  print,
})

export const REPORTS = {
  coverage: defineReport(reports.coverageReport, printCoverage),
  risk: defineReport(reports.riskReport, printRisk),
  volume: defineReport(reports.volumeReport, printVolume),
  turnaround: defineReport(reports.turnaroundReport, printTurnaround),
  rejections: defineReport(reports.rejectionReport, printRejections),
  downloads: defineReport(reports.downloadReport, printDownloads),
}
export type ReportName = keyof typeof REPORTS

/** Assets as rows, territories as columns; a cell lists each use with its state. */
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

function printRisk(requests: reports.RequestAtRisk[]) {
  printTable(
    ['Request', 'Risk', 'Due', 'For', 'Asset', 'Why', 'Waiting for'],
    requests.map(({ request, risk, due, territory, language, asset, reasons, next }) => [
      request,
      risk,
      due && formatTime(due.date),
      `${territory} ${language}`,
      asset.name,
      reasons.map(({ message }) => message).join('; '),
      next.who,
    ]),
  )
}

function printVolume({ by, total, buckets, ...period }: reports.Volume) {
  printPeriod(period)
  printTable(
    [by, 'Ordered', 'Submitted', 'Delivered', 'Cancelled'],
    [
      ...buckets.map((bucket): CellValue[] => [bucket.from, ...volumeCells(bucket)]),
      ['Total', ...volumeCells(total)],
    ],
  )
}

function printTurnaround({ whole, stages, territories, ...period }: reports.Turnaround) {
  printPeriod(period)
  printTable(
    ['Working hours', 'Count', 'Median', '80% within'],
    [
      ['Total', ...spreadCells(whole)],
      ...stages.map((stage): CellValue[] => [stage.status, ...spreadCells(stage)]),
      ...territories.map((row): CellValue[] => [row.territory, ...spreadCells(row)]),
    ],
  )
}

function printRejections({
  rejections,
  requests,
  codes,
  vendors,
  territories,
  ...period
}: reports.Rejections) {
  printPeriod(period)
  printTable(
    ['By', 'Name', 'Rejections'],
    [
      ['total', `${requests} work requests`, rejections],
      ...codes.map((row): CellValue[] => ['code', row.code ?? 'none', row.rejections]),
      ...vendors.map((row): CellValue[] => [
        'vendor',
        row.group?.name ?? 'no vendor',
        row.rejections,
      ]),
      ...territories.map((row): CellValue[] => ['territory', row.territory, row.rejections]),
    ],
  )
}

function printDownloads({ by, total, buckets, assets, territories, ...period }: reports.Downloads) {
  printPeriod(period)
  printTable(
    ['By', 'Name', 'Downloads', 'Bytes'],
    [
      ['total', '', ...downloadCells(total)],
      ...buckets.map((row): CellValue[] => [by, row.from, ...downloadCells(row)]),
      ...assets.map((row): CellValue[] => ['asset', row.asset.name, ...downloadCells(row)]),
      ...territories.map((row): CellValue[] => [
        'territory',
        row.territory ?? 'none',
        ...downloadCells(row),
      ]),
    ],
  )
}

function printPeriod({ from, to, tz }: { from: string; to: string; tz: string }) {
  printDetails([
    ['From', from],
    ['To', to],
    ['Time zone', tz],
  ])
  console.log()
}

const volumeCells = (counts: reports.Volume['total']): CellValue[] => [
  counts.ordered,
  counts.submitted,
  counts.delivered,
  counts.cancelled,
]
const spreadCells = ({ count, median, p80 }: reports.Turnaround['whole']): CellValue[] => [
  count,
  median,
  p80,
]
const downloadCells = ({ downloads, bytes }: reports.Downloads['total']): CellValue[] => [
  downloads,
  formatBytes(bytes),
]
