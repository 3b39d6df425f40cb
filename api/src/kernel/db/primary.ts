// A DATABASE_URL can name several hosts: a primary and its standbys. Every new connection goes to
// the one that accepts writes, so the service follows a failover without a restart.
import { Socket } from 'node:net'
import pg from 'pg'

type Host = { host: string; port: number }
type ParsedUrl = {
  /** With the first host only. */
  url: string
  hosts: Host[]
}

const DEFAULT_PORT = 5432
/** `read_only_sql_transaction` */
const READ_ONLY = '25006'
const PROBE_MS = 2_000
/** A pool opens its connections at almost the same time. One search is enough for them. */
const REMEMBER_MS = 500

/** For `pg.Client` and `pg.Pool`. */
export function connectionOptions(url: string): pg.ClientConfig {
  const parsed = parseHosts(url)
  if (parsed.hosts.length < 2) return { connectionString: url }
  const find = rememberBriefly(() => findPrimary(parsed))
  return { connectionString: parsed.url, stream: () => new PrimarySocket(find) }
}

/** The syntax of libpq: `postgres://user:password@one:5432,two:5432/database`. */
export function parseHosts(url: string): ParsedUrl {
  const start = url.indexOf('//') + 2
  const length = url.slice(start).search(/[/?#]|$/)
  const authority = url.slice(start, start + length)
  const user = authority.slice(0, authority.lastIndexOf('@') + 1)
  const hosts = authority.slice(user.length).split(',').map(parseHost)
  if (hosts.length < 2) return { url, hosts }
  const rest = url.slice(start + length)
  return { url: `${url.slice(0, start)}${user}${formatHost(hosts[0]!)}${rest}`, hosts }
}

function parseHost(text: string): Host {
  const { hostname, port } = new URL(`postgres://${text}/`)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || DEFAULT_PORT) }
}

const formatHost = ({ host, port }: Host) => `${host.includes(':') ? `[${host}]` : host}:${port}`

/** Asks all hosts at once, so that a host that does not respond delays nothing. */
async function findPrimary({ url, hosts }: ParsedUrl): Promise<Host> {
  try {
    return await Promise.any(hosts.map((host) => requirePrimary(url, host)))
  } catch (error) {
    throw (error as AggregateError).errors[0]
  }
}

async function requirePrimary(url: string, { host, port }: Host): Promise<Host> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_MS,
    stream: () => new PrimarySocket(async () => ({ host, port })),
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ standby: boolean }>(
      'select pg_is_in_recovery() as standby',
    )
    if (rows[0]!.standby)
      throw Object.assign(new Error(`The PostgreSQL at ${host}:${port} is a standby`), {
        code: READ_ONLY,
      })
    return { host, port }
  } finally {
    await client.end().catch(() => {})
  }
}

function rememberBriefly(find: () => Promise<Host>): () => Promise<Host> {
  let cached: { promise: Promise<Host>; until: number } | undefined
  return () => {
    if (cached && Date.now() < cached.until) return cached.promise
    const promise = find()
    cached = { promise, until: Date.now() + REMEMBER_MS }
    promise.catch(() => (cached = undefined))
    return promise
  }
}

/** Connects to the host that `find` returns instead of the one of the URL. */
class PrimarySocket extends Socket {
  #find: () => Promise<Host>

  constructor(find: () => Promise<Host>) {
    super()
    this.#find = find
  }

  // pg calls it with a port and a host.
  override connect(): this {
    this.#find().then(
      ({ host, port }) => super.connect(port, host),
      (error: Error) => this.destroy(error),
    )
    return this
  }
}
