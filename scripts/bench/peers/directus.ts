import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  callJson,
  DOWNLOAD_COLUMNS,
  fieldTypeOf,
  fillDownloads,
  installPackages,
  itemOf,
  postRequest,
  startProcess,
  type Peer,
  type PeerInput,
  type RunningPeer,
} from './peer.ts'

const VERSION = '12.4.0'
const ADMIN = { email: 'admin@example.com', password: 'Measured-twice-cut-once-7' }
const run = promisify(execFile)

/** A work request is one item with JSON fields. Related tables would make it slower. */
export const directus: Peer = { name: 'Directus', version: VERSION, start }

async function start(input: PeerInput): Promise<RunningPeer> {
  const { folder, databaseUrl, port, rows, record, log } = input
  log(`Installing Directus ${VERSION}`)
  // Scripts in flows need isolated-vm. Nothing measured here does.
  await installPackages(folder, { directus: VERSION }, { unused: ['isolated-vm'] })
  const env = environment(databaseUrl, port)
  const program = join(folder, 'node_modules/directus/cli.js')
  await run(process.execPath, [program, 'bootstrap'], {
    cwd: folder,
    env: { ...process.env, ...env },
  })
  const address = `http://127.0.0.1:${port}`
  const spawned = await startProcess([program, 'start'], {
    cwd: folder,
    env,
    address: `${address}/server/ping`,
  })
  const { data } = (await callJson(`${address}/auth/login`, { body: ADMIN })) as {
    data: { access_token: string }
  }
  log(`Filling Directus with ${rows} rows`)
  const item = itemOf(record)
  const id = await createItem(address, data.access_token, item)
  await fillDownloads(databaseUrl, rows)
  const headers = { authorization: `Bearer ${data.access_token}` }
  const get = (path: string) => ({ port, path, headers })
  return {
    ...spawned,
    requests: {
      'GET one': get(`/items/work_requests/${id}`),
      'first page': get('/items/downloads?limit=10&sort=-id'),
      'page at 500,000': get(`/items/downloads?limit=10&sort=-id&offset=${rows / 2}`),
      create: postRequest(port, '/items/work_requests', item, headers),
      'sign-in': postRequest(port, '/auth/login', ADMIN),
    },
  }
}

const environment = (databaseUrl: string, port: number) => ({
  DB_CLIENT: 'pg',
  DB_CONNECTION_STRING: databaseUrl,
  SECRET: 'bench-bench-bench-bench-bench-bench',
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  CACHE_ENABLED: 'false',
  RATE_LIMITER_ENABLED: 'false',
  TELEMETRY: 'false',
  WEBSOCKETS_ENABLED: 'false',
  LOG_LEVEL: 'error',
})

/** Creates both collections and one work request. */
async function createItem(
  address: string,
  token: string,
  item: Record<string, unknown>,
): Promise<number> {
  await createCollection(address, token, 'downloads', DOWNLOAD_FIELDS)
  await createCollection(
    address,
    token,
    'work_requests',
    Object.entries(item).map(([name, value]) => [name, fieldTypeOf(value)]),
  )
  const created = (await callJson(`${address}/items/work_requests`, { token, body: item })) as {
    data: { id: number }
  }
  return created.data.id
}

const DOWNLOAD_FIELDS: [string, string][] = [
  ...DOWNLOAD_COLUMNS.map((name): [string, string] => [name, 'string']),
  ['length', 'bigInteger'],
  ['created', 'timestamp'],
]

const createCollection = (
  address: string,
  token: string,
  collection: string,
  fields: [string, string][],
) =>
  callJson(`${address}/collections`, {
    token,
    body: {
      collection,
      schema: {},
      meta: {},
      fields: [
        {
          field: 'id',
          type: 'integer',
          schema: { is_primary_key: true, has_auto_increment: true },
        },
        ...fields.map(([field, type]) => ({ field, type, schema: {}, meta: {} })),
      ],
    },
  })
