// Sends a request to any path. Unlike the other commands it does not know the endpoint.
import type { Endpoint } from '@reelay/api/contract'
import { ApiError, type Client } from '@reelay/client'
import { CliError } from '../output/exit-codes.ts'
import { printJson, toJson } from '../output/print.ts'
import { sanitizeText } from '../output/text-width.ts'
import { buildBody } from '../resources/input/body.ts'
import { readInput } from '../resources/input/bytes.ts'
import { listRecords } from '../resources/pages.ts'
import { printJsonArray } from './list.ts'

type Options = {
  method: string
  path: string
  set?: string[]
  body?: string
  header?: string[]
  paginate?: boolean
  include?: boolean
}

export async function api(client: Client, options: Options): Promise<void> {
  const { method, include, paginate } = options
  const path = parsePath(options.path)
  const endpoint = { method, path, access: 'signed-in', summary: '', reply: {} } as Endpoint
  if (paginate && method !== 'GET') throw new CliError('usage', '--paginate is only for GET.')
  if (paginate) {
    const all = { offset: 0, limit: Infinity }
    return printJsonArray(
      listRecords(client, { ...endpoint, list: true }, { query: {} }, all).records,
    )
  }
  const headers = parseHeaders(options.header)
  const body = await readBody(client, headers, options)
  try {
    const response = await client.send(
      { ...endpoint, bytes: 'out' },
      {
        headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
        body,
      },
    )
    if (include) printHead(response)
    printBody(response.headers, response.body)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (include) printHead(error)
    printJson(error.problem)
    throw error
  }
}

/** A whole URL is refused: the token must not go to another service. */
function parsePath(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(text))
    throw new CliError('usage', `"${text}" is not a path. Use one such as /assets?order=name`)
  const path = text.replace(/^\/?(api\/)?/, '/')
  // The client replaces `:name` with parameters.
  return path.replaceAll(':', '%3A')
}

function parseHeaders(texts: string[] = []): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, name, value] = /^([\w-]+):(.*)$/.exec(text) ?? []
      if (!name || value === undefined)
        throw new CliError('usage', `--header takes name:value, not "${text}".`)
      return [name.toLowerCase(), value.trim()]
    }),
  )
}

/** With --set it is a JSON object, otherwise the file as it is. */
async function readBody(
  client: Client,
  headers: Record<string, string>,
  { set, body }: Options,
): Promise<string | Uint8Array | undefined> {
  const type = headers['content-type']
  if (!set) return body === undefined ? undefined : readInput(body)
  if (type !== undefined && !/\bjson\b/.test(type))
    throw new CliError('usage', '--set needs a JSON body.')
  const fields = await buildBody(client, { body: {} } as Endpoint, {
    set,
    ...(body !== undefined && { body }),
  })
  return JSON.stringify(fields)
}

function printHead({ status, headers }: { status: number; headers: Headers }) {
  console.log(`HTTP ${status}`)
  for (const [name, value] of headers) console.log(sanitizeText(`${name}: ${value}`))
  console.log()
}

function printBody(headers: Headers, bytes: Uint8Array) {
  if (!bytes.length) return
  if (/\bjson\b/.test(headers.get('content-type') ?? ''))
    console.log(toJson(JSON.parse(Buffer.from(bytes).toString()), 2))
  else process.stdout.write(bytes)
}
