import type { DownloadFigures } from './bytes.ts'
import type { LinesFigures } from './lines.ts'
import type { MemoryFigures } from './memory.ts'
import type { UploadFigures } from './uploads.ts'

export const BARE = 'bare server'
export type Figures = {
  name: string
  perSecond: number
  p50: number
  p99: number
  serviceCpu: number
  databaseCpu: number
}
export type Requests = {
  figures: Figures[]
  bareShare: number
  deepRatio: number
  deepRatioWithQ: number
  memory: number
  bytes: number
}
export type Report = {
  requests?: Requests
  upload?: UploadFigures
  download?: DownloadFigures
  memory?: MemoryFigures
  lines?: LinesFigures
}

const COLUMNS: [string, (figures: Figures, bare: Figures) => string][] = [
  ['', ({ name }) => name],
  ['requests/s', ({ perSecond }) => perSecond.toFixed(perSecond < 100 ? 1 : 0)],
  ['p50 ms', ({ p50 }) => p50.toFixed(2)],
  ['p99 ms', ({ p99 }) => p99.toFixed(2)],
  ['node µs', ({ serviceCpu }) => whole(serviceCpu)],
  ['postgres µs', ({ databaseCpu }) => whole(databaseCpu)],
  ['of bare', ({ perSecond }, bare) => percent(perSecond / bare.perSecond)],
  ['by CPU', (figures, bare) => percent(cpu(bare) / cpu(figures))],
]

export const printed = ({ requests, upload, download, memory, lines }: Report) =>
  [
    ...(requests ? [ofRequests(requests), ''] : []),
    ...(upload ? [ofUpload(upload)] : []),
    ...(download ? ofDownload(download) : []),
    ...(memory ? ofMemory(memory) : []),
    ...(lines ? [ofLines(lines)] : []),
  ].join('\n')

function ofRequests(report: Requests): string {
  const bare = report.figures.find(({ name }) => name === BARE)!
  const rows = [
    COLUMNS.map(([title]) => title),
    ...report.figures.map((figures) => COLUMNS.map(([, cell]) => cell(figures, bare))),
  ]
  const widths = COLUMNS.map((_column, at) => Math.max(...rows.map((row) => row[at]!.length)))
  const lines = rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join('  '),
  )
  return [
    lines[0],
    '-'.repeat(lines[0]!.length),
    ...lines.slice(1),
    '',
    `GET /workrequests/{id} (${report.bytes} bytes) reaches ${percent(report.bareShare)} of the bare server. Aim: 25 % or more.`,
    `A page at offset 500,000 takes ${report.deepRatio.toFixed(2)} times the first page, with q ${report.deepRatioWithQ.toFixed(2)} times. Aim: 3 or less.`,
    `Memory of the service after all this: ${whole(report.memory)} MB. Aim: less than 250.`,
  ].join('\n')
}

const ofUpload = ({ length, ours, stock, share }: UploadFigures) =>
  `Upload of ${whole(length / 1024 ** 2)} MiB by tus: ${whole(ours)} MB/s, synced and hashed; the stock store, which is neither, ${whole(stock)}. That is ${percent(share)} of it. Aim: 60 % or more.`

function ofDownload({ length, node, grown, nginx }: DownloadFigures): string[] {
  return [
    `Download of ${whole(length / 1024 ** 2)} MiB: ${whole(node)} MB/s from Node. Memory grew by ${whole(grown)} MB at most. Aim: less than 60.`,
    nginx
      ? `nginx reaches ${whole(nginx.sendfile)} MB/s with sendfile: Node has ${percent(nginx.nodeShare)} of that (aim: 35 % or more), nginx with X_ACCEL ${whole(nginx.accel)} MB/s or ${percent(nginx.accelShare)} (aim: about all).`
      : 'nginx is not installed: no ratio, and nothing of X_ACCEL.',
  ]
}

const ofMemory = ({ lines, asked }: MemoryFigures) =>
  asked.map(
    ({ who, p50, p95, slowest, serviceCpu, databaseCpu, answered }) =>
      `Suggestions over ${lines} lines, as ${who}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms; CPU ${whole(serviceCpu)} µs in Node and ${whole(databaseCpu)} µs in PostgreSQL; ${percent(answered)} had one. Aim: 50 ms or less.`,
  )

const ofLines = ({ lines, times }: LinesFigures) =>
  `${lines} lines: ${times.map(([what, milliseconds]) => `${what} ${whole(milliseconds)} ms`).join(', ')}. Aim: 300 ms or less for each.`

const cpu = ({ serviceCpu, databaseCpu }: Figures) => serviceCpu + databaseCpu
const percent = (share: number) => (Number.isNaN(share) ? '–' : `${(share * 100).toFixed(1)} %`)
const whole = (figure: number) => (Number.isNaN(figure) ? '–' : figure.toFixed(0))

export function median(figures: number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)]!
}
