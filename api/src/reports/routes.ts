import { viewerOf } from '../access/queries/visibility.ts'
import type { App } from '../kernel/http/app.ts'
import { sendCsv } from '../kernel/http/attachment.ts'
import { readFromReplica } from '../kernel/http/read-replica.ts'
import { rangeHeaders } from '../kernel/http/contract/range.ts'
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
    const page = await listRisk(db, person, isComplete ? undefined : range, query)
    if (query.format !== 'csv') return page
    return sendCsv(
      reply.headers(
        rangeHeaders(isComplete ? { first: 0, last: 0 } : range, page.items.length, page.total),
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
