import { signHeads } from '../kernel/audit/heads.ts'
import { loadAuditKey } from '../kernel/audit/keys.ts'
import type { App } from '../kernel/http/app.ts'
import { sendCsv } from '../kernel/http/attachment.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { pageHeaders } from '../kernel/http/cursor.ts'
import { serve } from '../kernel/http/serve.ts'
import * as contract from './contract.ts'
import { listAudit, type StoredEntry } from './queries/entries.ts'
import { getVerdict, listVisibleHeads } from './queries/verification.ts'
import { auditTable, summaries } from './rules.ts'

/** How many rows of a whole table are read at once. */
const PART = { first: 0, last: 9_999 }

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
      const read = (part: Range) => listAudit(db, person, part, query)
      const page = await read(whole ? { ...PART, after: range.after } : range)
      if (query.format !== 'csv') return page
      const tableOf = ({ items }: Page<StoredEntry>) => auditTable(items.map(withSummary))
      if (!whole)
        return sendCsv(reply.headers(pageHeaders(request.url, range, page)), 'audit', tableOf(page))
      async function* more() {
        for (let { next } = page; next;) {
          const part = await read({ ...PART, after: next })
          next = part.next
          yield tableOf(part)
        }
      }
      return sendCsv(reply, 'audit', tableOf(page), more())
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
