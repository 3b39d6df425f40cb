// Reports as CSV tables. In a report with several breakdowns, the first column names the breakdown.
import type {
  Coverage,
  Downloads,
  Rejections,
  RequestAtRisk,
  Turnaround,
  Volume,
} from '../contract.ts'

type Value = string | number | null
export type Table = { head: string[]; rows: Value[][] }

export const riskTable = (requests: RequestAtRisk[]): Table => ({
  head: [
    'request',
    'project',
    'asset',
    'territory',
    'language',
    'status',
    'due',
    'zone',
    'risk',
    'reasons',
    'expected',
    'slackHours',
    'next',
    'who',
    'missing',
  ],
  rows: requests.map(
    ({
      request,
      project,
      asset,
      territory,
      language,
      status,
      due,
      risk,
      reasons,
      expected,
      slackHours,
      next,
    }) => [
      request,
      project.name,
      asset.name,
      territory,
      language,
      status,
      due && isoTime(due.date),
      due && due.tz,
      risk,
      joinMessages(reasons),
      isoTime(expected),
      slackHours,
      next.to,
      next.who,
      joinMessages(next.missing),
    ],
  ),
})

export function coverageTable({ assets, cells }: Coverage): Table {
  const names = new Map(assets.map(({ _id, name }) => [_id, name]))
  return {
    head: ['asset', 'name', 'territory', 'use', 'language', 'state', 'since', 'request'],
    rows: cells.map(({ asset, territory, use, language, state, since, request }) => [
      asset,
      names.get(asset)!,
      territory,
      use,
      language,
      state,
      isoTime(since),
      request,
    ]),
  }
}

export const volumeTable = ({ buckets }: Volume): Table => ({
  head: ['from', 'ordered', 'submitted', 'delivered', 'cancelled'],
  rows: buckets.map(({ from, ordered, submitted, delivered, cancelled }) => [
    from,
    ordered,
    submitted,
    delivered,
    cancelled,
  ]),
})

export const rejectionTable = ({ codes, vendors, territories, versions }: Rejections): Table => ({
  head: ['by', 'id', 'name', 'count'],
  rows: [
    ...codes.map(({ code, rejections }) => ['code', code, code, rejections]),
    ...vendors.map(({ group, rejections }) => [
      'vendor',
      group && group._id,
      group && group.name,
      rejections,
    ]),
    ...territories.map(({ territory, rejections }) => [
      'territory',
      territory,
      territory,
      rejections,
    ]),
    ...versions.map(({ versions: count, requests }) => ['versions', count, count, requests]),
  ],
})

export const turnaroundTable = ({ whole, stages, territories }: Turnaround): Table => ({
  head: ['of', 'name', 'count', 'median', 'p80'],
  rows: [
    ['whole', null, whole.count, whole.median, whole.p80],
    ...stages.map(({ status, count, median, p80 }) => ['status', status, count, median, p80]),
    ...territories.map(({ territory, count, median, p80 }) => [
      'territory',
      territory,
      count,
      median,
      p80,
    ]),
  ],
})

export const downloadTable = ({ by, buckets, assets, territories }: Downloads): Table => ({
  head: ['by', 'id', 'name', 'downloads', 'bytes'],
  rows: [
    ...buckets.map(({ from, downloads, bytes }) => [by, from, from, downloads, bytes]),
    ...assets.map(({ asset, downloads, bytes }) => [
      'asset',
      asset._id,
      asset.name,
      downloads,
      bytes,
    ]),
    ...territories.map(({ territory, downloads, bytes }) => [
      'territory',
      territory,
      territory,
      downloads,
      bytes,
    ]),
  ],
})

const isoTime = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replace('.000', '')
const joinMessages = (items: { message: string }[]): string =>
  items.map(({ message }) => message).join(' · ')
