import { viewerOf } from '../access/queries/visibility.ts'
import type { App } from '../kernel/http/app.ts'
import { sendCsv } from '../kernel/http/attachment.ts'
import { readFromReplica } from '../kernel/http/read-replica.ts'
import { malformed } from '../kernel/http/contract/problem.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { pageHeaders } from '../kernel/http/cursor.ts'
import { serve } from '../kernel/http/serve.ts'
import { Problem } from '../kernel/http/contract/problem.ts'
import * as contract from './contract.ts'
import { readCoverage } from './queries/coverage.ts'
import { readDownloads } from './queries/downloads.ts'
import { readForecast } from './queries/forecast.ts'
import { readRejections } from './queries/rejections.ts'
import { countRisks, listRisk } from './queries/risk.ts'
import { readTurnaround } from './queries/turnaround.ts'
import { readVolume } from './queries/volume.ts'
import { parseReportDays, type ReportDays } from './rules/report-days.ts'
import {
  coverageTable,
  downloadTable,
  rejectionTable,
  riskTable,
  turnaroundTable,
  volumeTable,
} from './rules/csv-tables.ts'

export function reportRoutes(app: App) {
  serve(app, contract.riskReport, async ({ person, query, range, request, reply, db }) => {
    const isComplete = query.format === 'csv' && request.headers['x-range'] === undefined
    const positions = positionsOf(range)
    const page = await listRisk(db, person, isComplete ? undefined : positions, query)
    const next = isComplete ? undefined : nextPosition(positions, page)
    if (query.format !== 'csv') return { ...page, next }
    return sendCsv(
      reply.headers(
        pageHeaders(request.url, isComplete ? { first: 0, last: 0 } : range, { ...page, next }),
      ),
      'risk',
      riskTable(page.items),
    )
  })
  serve(app, contract.riskCounts, ({ person, query, db }) => countRisks(db, person, query))
  serve(app, contract.orderForecast, ({ person, query, db }) => readForecast(db, person, query))
  serve(app, contract.coverageReport, async ({ person, query, reply, db }) => {
    const coverage = await readCoverage(db, viewerOf(person), query)
    return query.format === 'csv' ? sendCsv(reply, 'coverage', coverageTable(coverage)) : coverage
  })
  serve(app, contract.volumeReport, async ({ person, query, request, reply, db }) => {
    const days = daysOf(query)
    const volume = await readFromReplica(app, { request, reply, db }, (reader) =>
      readVolume(reader, person, days, query),
    )
    return query.format === 'csv' ? sendCsv(reply, 'volume', volumeTable(volume)) : volume
  })
  serve(app, contract.rejectionReport, async ({ person, query, request, reply, db }) => {
    const days = daysOf(query)
    const rejections = await readFromReplica(app, { request, reply, db }, (reader) =>
      readRejections(reader, person, days, query),
    )
    return query.format === 'csv'
      ? sendCsv(reply, 'rejections', rejectionTable(rejections))
      : rejections
  })
  serve(app, contract.turnaroundReport, async ({ person, query, request, reply, db }) => {
    const days = daysOf(query)
    const turnaround = await readFromReplica(app, { request, reply, db }, (reader) =>
      readTurnaround(reader, person, days, query),
    )
    return query.format === 'csv'
      ? sendCsv(reply, 'turnaround', turnaroundTable(turnaround))
      : turnaround
  })
  serve(app, contract.downloadReport, async ({ person, query, reply, db }) => {
    const { format, project, studio, territory } = query
    const downloads = await readDownloads(db, person, daysOf(query), {
      ...(project && { project }),
      ...(studio && { studio }),
      ...(territory && { territory }),
      assets: format === 'csv' ? undefined : contract.MAX_LISTED_ASSETS,
    })
    return query.format === 'csv'
      ? sendCsv(reply, 'downloads', downloadTable(downloads))
      : downloads
  })
}

function daysOf(query: contract.ReportDaysQuery): ReportDays {
  const days = parseReportDays(query, Math.floor(Date.now() / 1000))
  if (days instanceof Problem) throw days
  return days
}

/** All open requests are ranked for each page, so the cursor of a page is a position. */
function positionsOf({ first, last, after }: Range): Range {
  const start = Number(after?.[0] ?? 0)
  if (!Number.isSafeInteger(start) || start < 0)
    throw malformed('after.malformed', 'after must be taken from the Link header of this report.')
  return { first: start + first, last: start + last }
}

function nextPosition({ first }: Range, { items, total }: Page<unknown>): string[] | undefined {
  const end = first + items.length
  return items.length > 0 && (total === null || end < total) ? [String(end)] : undefined
}
