import type { DownloadFigures } from './download-speed.ts'
import type { LiveUpdateFigures } from './live-updates.ts'
import type { LongScriptFigures } from './long-script.ts'
import { formatMixed, type MixedFigures } from './mixed-load.ts'
import { formatPeers, type PeerReport } from './peers.ts'
import { formatS3, type S3Figures } from './s3-speed.ts'
import { formatSize, type SizeFigures } from './size.ts'
import type { SmallFileFigures } from './small-files.ts'
import type { SubtitleFigures } from './subtitle-files.ts'
import type { TranslationMemoryFigures } from './translation-memory.ts'
import type { UploadFigures } from './upload-speed.ts'
import { formatWeb, type WebFigures } from './web.ts'

export const BARE = 'bare server'
export type RequestFigures = {
  name: string
  perSecond: number
  p50: number
  p99: number
  serviceCpu: number
  databaseCpu: number
}
export type RequestReport = {
  figures: RequestFigures[]
  bareShare: number
  deepRatio: number
  deepRatioWithQ: number
  memory: number
  bytes: number
}
export type BenchReport = {
  requests?: RequestReport
  upload?: UploadFigures
  download?: DownloadFigures
  smallFiles?: SmallFileFigures
  memory?: TranslationMemoryFigures
  lines?: LongScriptFigures
  subtitles?: SubtitleFigures
  size?: SizeFigures
  live?: LiveUpdateFigures
  web?: WebFigures
  mixed?: MixedFigures
  s3?: S3Figures
  peers?: PeerReport
}

const COLUMNS: [string, (figures: RequestFigures, bare: RequestFigures) => string][] = [
  ['', ({ name }) => name],
  ['requests/s', ({ perSecond }) => perSecond.toFixed(perSecond < 100 ? 1 : 0)],
  ['p50 ms', ({ p50 }) => p50.toFixed(2)],
  ['p99 ms', ({ p99 }) => p99.toFixed(2)],
  ['node µs', ({ serviceCpu }) => round(serviceCpu)],
  ['postgres µs', ({ databaseCpu }) => round(databaseCpu)],
  ['of bare', ({ perSecond }, bare) => percent(perSecond / bare.perSecond)],
  ['by CPU', (figures, bare) => percent(cpu(bare) / cpu(figures))],
]

export const formatReport = ({
  requests,
  upload,
  download,
  smallFiles,
  memory,
  lines,
  subtitles,
  size,
  live,
  web,
  mixed,
  s3,
  peers,
}: BenchReport) =>
  [
    ...(requests ? [formatRequests(requests), ''] : []),
    ...(upload ? [formatUpload(upload)] : []),
    ...(download ? formatDownload(download) : []),
    ...(smallFiles ? [formatSmallFiles(smallFiles)] : []),
    ...(memory ? formatMemory(memory) : []),
    ...(lines ? [formatLongScript(lines)] : []),
    ...(subtitles ? [formatSubtitles(subtitles)] : []),
    ...(size ? [formatSize(size)] : []),
    ...(live ? [formatLiveUpdates(live)] : []),
    ...(web ? [formatWeb(web)] : []),
    ...(mixed ? [formatMixed(mixed)] : []),
    ...(s3 ? [formatS3(s3)] : []),
    ...(peers ? [formatPeers(peers)] : []),
  ].join('\n')

function formatRequests(report: RequestReport): string {
  const bare = report.figures.find(({ name }) => name === BARE)!
  const rows = [
    COLUMNS.map(([title]) => title),
    ...report.figures.map((figures) => COLUMNS.map(([, cell]) => cell(figures, bare))),
  ]
  const widths = COLUMNS.map((_column, index) => Math.max(...rows.map((row) => row[index]!.length)))
  const lines = rows.map((row) =>
    row
      .map((cell, index) =>
        index === 0 ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!),
      )
      .join('  '),
  )
  return [
    lines[0],
    '-'.repeat(lines[0]!.length),
    ...lines.slice(1),
    '',
    `GET /workrequests/{id} (${report.bytes} bytes) reaches ${percent(report.bareShare)} of the bare server. Aim: 50 % or more.`,
    ...(Number.isNaN(report.deepRatio)
      ? []
      : [
          `A page in the middle takes ${report.deepRatio.toFixed(2)} times the first page, with q ${report.deepRatioWithQ.toFixed(2)} times. Aim: 3 or less.`,
        ]),
    `Memory of the service at the end: ${round(report.memory)} MB. Aim: less than 200.`,
  ].join('\n')
}

const formatUpload = ({ length, ours, stock, share }: UploadFigures) =>
  `Upload of ${round(length / 1024 ** 2)} MiB by tus: ${round(ours)} MB/s, synced and hashed; the stock store, which does neither, ${round(stock)}. That is ${percent(share)} of the stock store. Aim: 75 % or more.`

function formatDownload({ length, node, memoryGrowth, nginx }: DownloadFigures): string[] {
  return [
    `Download of ${round(length / 1024 ** 2)} MiB: ${round(node)} MB/s from Node. Memory grew by ${round(memoryGrowth)} MB at most. Aim: less than 60.`,
    nginx
      ? `nginx reaches ${round(nginx.sendfile)} MB/s with sendfile: Node has ${percent(nginx.nodeShare)} of that (aim: 35 % or more), nginx with X_ACCEL ${round(nginx.accel)} MB/s or ${percent(nginx.accelShare)} (aim: about 100 %).`
      : 'nginx is not installed: no comparison, and no figures for X_ACCEL.',
  ]
}

const formatSmallFiles = (figures: SmallFileFigures) =>
  `${figures.files} files of ${figures.bytes} bytes by reelay upload: ${round(figures.perSecond)} files/s. Aim: 100 or more. CPU for each file: ${figures.commandCpu.toFixed(2)} ms in the command, ${figures.serviceCpu.toFixed(2)} ms in the service and ${figures.databaseCpu.toFixed(2)} ms in PostgreSQL.`

const formatMemory = ({ lines, results }: TranslationMemoryFigures) =>
  results.map(
    ({ who, p50, p95, slowest, serviceCpu, databaseCpu, hitRate }) =>
      `Suggestions over ${lines} lines, as ${who}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms; CPU ${round(serviceCpu)} µs in Node and ${round(databaseCpu)} µs in PostgreSQL; ${percent(hitRate)} had a suggestion. Aim: 50 ms or less.`,
  )

function formatLongScript({ lines, times }: LongScriptFigures): string {
  const waits = times.map(([what, { waited }]) => `${what} ${round(waited)} ms`)
  const cpus = times.map(([what, { serviceCpu, databaseCpu }]) => {
    return `${what} ${serviceCpu.toFixed(1)} + ${databaseCpu.toFixed(1)} ms`
  })
  return [
    `${lines} lines: ${waits.join(', ')}. Aim: 300 ms or less for each.`,
    `CPU in Node and PostgreSQL: ${cpus.join(', ')}.`,
    'Aim: less than 100 ms for open, less than 5 ms for save one and write one.',
  ].join('\n')
}

function formatSubtitles({ cues, times }: SubtitleFigures): string {
  const all = times.map(([what, milliseconds]) => `${what} ${round(milliseconds)} ms`)
  return `${cues} cues, CPU: ${all.join(', ')}. Aim: less than 500 ms to read, 1500 ms to check.`
}

const formatLiveUpdates = (figures: LiveUpdateFigures) =>
  `${figures.listeners} listeners: the events of an order reach all of them in ${round(figures.milliseconds)} ms (slowest ${round(figures.slowest)}). Aim: 300 ms or less. CPU for each listener and event: ${figures.serviceCpu.toFixed(1)} µs in Node and ${figures.databaseCpu.toFixed(1)} µs in PostgreSQL. Memory: ${round(figures.memory)} MB.`

const cpu = ({ serviceCpu, databaseCpu }: RequestFigures) => serviceCpu + databaseCpu
const percent = (share: number) => (Number.isNaN(share) ? '–' : `${(share * 100).toFixed(1)} %`)
const round = (figure: number) => (Number.isNaN(figure) ? '–' : figure.toFixed(0))
