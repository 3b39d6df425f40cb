import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  callJson,
  DOWNLOAD_COLUMNS,
  fillDownloads,
  installPackages,
  postRequest,
  startProcess,
  type Peer,
  type PeerInput,
  type RunningPeer,
} from './peer.ts'
import { bodyOf, columnsOf, modelsOf, WORK_REQUEST, type Model } from './work-request.ts'

const VERSION = '12.4.0'
const ADMIN = { email: 'admin@example.com', password: 'Measured-twice-cut-once-7' }
const run = promisify(execFile)

export const directus: Peer = { name: 'Directus', version: VERSION, start }

async function start(input: PeerInput): Promise<RunningPeer> {
  const { folder, databaseUrl, port, rows, active, order, log } = input
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
  const { access_token: token } = (await callJson(`${address}/auth/login`, { body: ADMIN }))
    .data as {
    access_token: string
  }
  const post: Post = async (path, body) =>
    (await callJson(`${address}${path}`, { token, body })).data as { id: number }
  log(`Filling Directus with ${rows} rows`)
  await createCollection(post, 'downloads', DOWNLOAD_FIELDS)
  for (const model of modelsOf(WORK_REQUEST))
    await createCollection(post, model.plural, columnsOf(model, [active, order]), model)
  const created = new Map<string, number>()
  const createItem = async ({ plural }: Model, body: Record<string, unknown>) =>
    (await post(`/items/${plural}`, body)).id
  const id = await createItem(WORK_REQUEST, await bodyOf(active, created, createItem))
  const newItem = await bodyOf(order, created, createItem)
  await fillDownloads(databaseUrl, rows)
  const headers = { authorization: `Bearer ${token}` }
  const get = (path: string) => ({ port, path, headers })
  return {
    ...spawned,
    requests: {
      'GET one': get(`/items/requests/${id}?fields=${pathsOf(WORK_REQUEST).join(',')}`),
      'first page': get('/items/downloads?limit=10&sort=-id'),
      'page in the middle': get(`/items/downloads?limit=10&sort=-id&offset=${rows / 2}`),
      create: postRequest(port, '/items/requests', newItem, headers),
      'sign-in': postRequest(port, '/auth/login', ADMIN),
    },
  }
}

type Post = (path: string, body: object) => Promise<{ id: number }>

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
  ACCESS_TOKEN_TTL: '1d',
  LOG_LEVEL: 'error',
})

const DOWNLOAD_FIELDS: [string, string][] = [
  ...DOWNLOAD_COLUMNS.map((name): [string, string] => [name, 'string']),
  ['length', 'bigInteger'],
  ['created', 'timestamp'],
]
/** The column of a part with the id of its record. */
const PARENT = 'parent'

/** The collections that it refers to, and those of its parts, exist already. */
async function createCollection(
  post: Post,
  collection: string,
  columns: [string, string][],
  { references = {}, parts = {} }: Partial<Model> = {},
) {
  const field = (name: string, type: string, schema: object = {}) => ({
    field: name,
    type,
    schema,
    meta: {},
  })
  await post('/collections', {
    collection,
    schema: {},
    meta: {},
    fields: [
      field('id', 'integer', { is_primary_key: true, has_auto_increment: true }),
      ...columns.map(([name, type]) => field(name, type)),
      ...Object.keys(references).map((name) => field(name, 'integer')),
    ],
  })
  for (const [name, { plural }] of Object.entries(references))
    await post('/relations', {
      collection,
      field: name,
      related_collection: plural,
      schema: {},
      meta: {},
    })
  for (const [name, { plural }] of Object.entries(parts)) {
    await post(`/fields/${plural}`, field(PARENT, 'integer', { is_indexed: true }))
    await post(`/fields/${collection}`, { field: name, type: 'alias', meta: { special: ['o2m'] } })
    await post('/relations', {
      collection: plural,
      field: PARENT,
      related_collection: collection,
      schema: {},
      meta: { one_field: name },
    })
  }
}

/** All columns of the record, of its parts and of what they refer to. */
const pathsOf = ({ references = {}, parts = {} }: Model): string[] => [
  '*',
  ...Object.entries({ ...references, ...parts }).flatMap(([name, model]) =>
    pathsOf(model).map((path) => `${name}.${path}`),
  ),
]
