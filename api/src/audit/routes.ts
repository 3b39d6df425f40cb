import { signHeads } from '../kernel/audit/heads.ts'
import { loadAuditKey } from '../kernel/audit/keys.ts'
import type { App } from '../kernel/http/app.ts'
import { sendCsv } from '../kernel/http/attachment.ts'
import { rangeHeaders } from '../kernel/http/contract/range.ts'
import { serve } from '../kernel/http/serve.ts'
import * as contract from './contract.ts'
import { getVerdict, listAudit, listVisibleHeads, type StoredEntry } from './queries.ts'
import { auditTable, summaries } from './rules.ts'

/** Larger tables must be requested in parts. */
const MOST = { first: 0, last: 49_999 }

export function auditRoutes(app: App) {
  let summaryOf: ReturnType<typeof summaries> | undefined
  const withSummary = (entry: StoredEntry): contract.AuditEntry => ({
    ...entry,
    summary: (summaryOf ??= summaries(app.endpoints))(entry.act),
  })

  serve(
    app,
    contract.listAudit,
    async ({ person, query, range, db, request, reply }) => {
      const whole = query.format === 'csv' && request.headers['x-range'] === undefined
      const pageRange = whole ? MOST : range
      const page = await listAudit(db, person, pageRange, query)
      if (query.format !== 'csv') return page
      return sendCsv(
        reply.headers(rangeHeaders(pageRange, page.items.length, page.total)),
        'audit',
        auditTable(page.items.map(withSummary)),
      )
    },
    withSummary,
  )
  serve(app, contract.verifyAudit, ({ query, db }) => getVerdict(db, query.head))
  serve(app, contract.getAuditHeads, async ({ person, db }) => {
    const key = await loadAuditKey(app.database.system, app.masterKeys)
    const signed = signHeads(key, await listVisibleHeads(db, person))
    return { ...signed, publicKey: key.publicKey }
  })
}
