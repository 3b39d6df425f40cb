import type { IncomingMessage } from 'node:http'
import { recordAudit } from '../../kernel/audit/record.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import type { App } from '../../kernel/http/app.ts'
import { Problem } from '../../kernel/http/contract/problem.ts'
import { parseJson, readBytes } from '../../kernel/http/read-json.ts'
import { serveFetchHandler } from '../../kernel/http/serve-fetch-handler.ts'
import type { Endpoint } from '../../kernel/http/contract/endpoint.ts'
import { ScimError, errorBody, type Parsed } from '../rules/scim-error.ts'

const MAX_BODY = 1024 * 1024

export type ScimCall = {
  studio: string
  /** States the studio. */
  db: Db
  id: string
  query: URLSearchParams
  body: () => Promise<unknown>
  /**
   * The audit entry of the change is in the same commit. Accounts can belong to other studios too,
   * so row-level security does not limit it.
   */
  change: <T extends { id: string; displayName: string }>(
    work: (tx: Tx) => Promise<T>,
  ) => Promise<T>
}
export type ScimReply = { status?: number; body?: object; location?: string }

/** Binds a SCIM endpoint. Errors have the form of RFC 7644. */
export function serveScim(
  app: App,
  endpoint: Endpoint,
  handle: (call: ScimCall) => Promise<ScimReply>,
) {
  serveFetchHandler(app, endpoint, async ({ studioClient, params, db, request, raw }) => {
    const { studio } = studioClient
    let input: unknown = {}
    const call: ScimCall = {
      studio,
      db,
      id: (params as { id?: string }).id ?? '',
      query: new URL(request.url).searchParams,
      body: async () => (input = await readBody(raw)),
      change: (work) =>
        inTransaction(app.database.system, async (tx) => {
          const result = await work(tx)
          await recordAudit(tx, {
            by: null,
            action: `${endpoint.method} ${endpoint.path}`,
            about: { kind: 'scim', id: result.id, name: result.displayName },
            studios: [studio],
            input,
            request: null,
            address: null,
          })
          return result
        }),
    }
    try {
      rejectUnknownParameters(call.query)
      return respond(await handle(call))
    } catch (error) {
      if (error instanceof ScimError)
        return respond({ status: error.status, body: errorBody(error) })
      if (error instanceof Problem && error.status < 500)
        return respond({
          status: error.status,
          body: errorBody(new ScimError(error.status, error.message, 'invalidSyntax')),
        })
      throw error
    }
  })
}

/** Of RFC 7644, sections 3.4.2 and 3.9. Entra ID adds a flag of its own to the base address. */
const PARAMETERS = new Set([
  'attributes',
  'excludedAttributes',
  'filter',
  'sortBy',
  'sortOrder',
  'startIndex',
  'count',
  'aadOptscim062020',
])

function rejectUnknownParameters(query: URLSearchParams) {
  const unknown = [...query.keys()].filter((name) => !PARAMETERS.has(name))
  if (unknown.length)
    throw new ScimError(
      400,
      `Unknown query parameters: ${unknown.join(', ').slice(0, 300)}.`,
      'invalidValue',
    )
}

async function readBody(raw: IncomingMessage): Promise<unknown> {
  const type = raw.headers['content-type'] ?? ''
  if (!/^application\/(scim\+)?json(;|$)/i.test(type))
    throw new ScimError(415, 'Send the body as application/scim+json.')
  return parseJson(await readBytes(raw, MAX_BODY))
}

function respond({ status = 200, body, location }: ScimReply): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/scim+json; charset=utf-8',
      ...(location !== undefined && { location }),
    },
  })
}

export function valueOf<T>(parsed: Parsed<T>): T {
  if (!parsed.ok) throw parsed.error
  return parsed.value
}
