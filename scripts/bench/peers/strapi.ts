import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
import {
  bodyOf,
  columnsOf,
  modelsOf,
  WORK_REQUEST,
  type Entry,
  type Model,
} from './work-request.ts'

const VERSION = '5.54.0'
const ADMIN = { email: 'admin@example.com', password: 'Measured-twice-cut-once-7' }

export const strapi: Peer = { name: 'Strapi', version: VERSION, start }

async function start(input: PeerInput): Promise<RunningPeer> {
  const { folder, databaseUrl, port, rows, active, order, log } = input
  log(`Installing Strapi ${VERSION}`)
  await installPackages(
    folder,
    {
      '@strapi/strapi': VERSION,
      pg: '8.23.1',
      react: '18.3.1',
      'react-dom': '18.3.1',
      'styled-components': '6.1.19',
    },
    // For the admin panel, which is not built here. Not every registry has the wanted version.
    { pinned: { 'react-router-dom': '6.30.1' } },
  )
  writeProject(folder, databaseUrl, port, [active, order])
  const address = `http://127.0.0.1:${port}`
  const spawned = await startProcess(
    [join(folder, 'node_modules/@strapi/strapi/bin/strapi.js'), 'start'],
    {
      cwd: folder,
      env: { NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true' },
      address: `${address}/_health`,
    },
  )
  await callJson(`${address}/admin/register-admin`, {
    body: { ...ADMIN, firstname: 'Ada', lastname: 'Admin' },
  })
  const token = readFileSync(join(folder, 'token'), 'utf8')
  const headers = { authorization: `Bearer ${token}` }
  log(`Filling Strapi with ${rows} rows`)
  const entries = new Map<string, string>()
  const createEntry = async ({ plural }: Model, data: Record<string, unknown>) => {
    const created = await callJson(`${address}/api/${plural}`, { token, body: { data } })
    return (created.data as { documentId: string }).documentId
  }
  const id = await createEntry(WORK_REQUEST, await bodyOf(active, entries, createEntry))
  const newEntry = await bodyOf(order, entries, createEntry)
  await fillDownloads(databaseUrl, rows, {
    document_id: 'substr(md5(n::text), 1, 24)',
    created_at: 'now()',
    updated_at: 'now()',
    published_at: 'now()',
  })
  const get = (path: string) => ({ port, path, headers })
  const page = (first: number) =>
    get(`/api/downloads?sort=id:desc&pagination[start]=${first}&pagination[limit]=10`)
  return {
    ...spawned,
    requests: {
      'GET one': get(`/api/requests/${id}?${populateAll(WORK_REQUEST).join('&')}`),
      'first page': page(0),
      'page in the middle': page(rows / 2),
      create: postRequest(port, '/api/requests', { data: newEntry }, headers),
      'sign-in': postRequest(port, '/admin/login', ADMIN),
    },
  }
}

const DOWNLOAD: Attributes = {
  ...Object.fromEntries(DOWNLOAD_COLUMNS.map((name) => [name, { type: 'string' }])),
  length: { type: 'biginteger' },
  created: { type: 'datetime' },
}

/** The admin panel is not built. */
function writeProject(folder: string, databaseUrl: string, port: number, entries: Entry[]) {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const secret = JSON.stringify('bench-bench-bench-bench')
  write('public/uploads/.keep', '')
  write(
    'config/server.js',
    `module.exports = { host: '127.0.0.1', port: ${port}, app: { keys: [${secret}] } }`,
  )
  write(
    'config/admin.js',
    `module.exports = { serveAdminPanel: false, rateLimit: { enabled: false },
      auth: { secret: ${secret} }, apiToken: { salt: ${secret} },
      transfer: { token: { salt: ${secret} } } }`,
  )
  write(
    'config/database.js',
    `module.exports = { connection: { client: 'postgres',
      connection: { connectionString: ${JSON.stringify(databaseUrl)} } } }`,
  )
  write(
    'src/index.js',
    `module.exports = { async bootstrap({ strapi }) {
      const { accessKey } = await strapi.service('admin::api-token').create({
        name: 'bench', description: '', type: 'full-access', lifespan: null })
      require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'token'))}, accessKey)
    } }`,
  )
  writeType(write, { name: 'download', plural: 'downloads' }, DOWNLOAD)
  const parts = modelsOf(WORK_REQUEST).flatMap((model) => Object.values(model.parts ?? {}))
  for (const model of modelsOf(WORK_REQUEST)) {
    const attributes = attributesOf(model, entries)
    if (parts.includes(model)) writeComponent(write, model, attributes)
    else writeType(write, model, attributes)
  }
}

type Write = (path: string, text: string) => void
type Attributes = Record<string, { type: string } & Record<string, unknown>>

/** Parts are components, which are created together with their entry. */
const attributesOf = (model: Model, entries: Entry[]): Attributes => ({
  ...Object.fromEntries(
    columnsOf(model, entries).map(([name, type]) => [name, { type: type.toLowerCase() }]),
  ),
  ...Object.fromEntries(
    Object.entries(model.references ?? {}).map(([name, { name: other }]) => [
      name,
      { type: 'relation', relation: 'oneToOne', target: `api::${other}.${other}` },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(model.parts ?? {}).map(([name, part]) => [
      name,
      { type: 'component', repeatable: true, component: `parts.${part.name}` },
    ]),
  ),
})

/** The parameters of a request for all parts and everything that they refer to. */
function populateAll({ references = {}, parts = {} }: Model, prefix = 'populate'): string[] {
  return Object.entries({ ...references, ...parts }).flatMap(([name, model]) => {
    const inner = populateAll(model, `${prefix}[${name}][populate]`)
    return inner.length ? inner : `${prefix}[${name}]=true`
  })
}

function writeComponent(write: Write, { name, plural }: Model, attributes: Attributes) {
  write(
    `src/components/parts/${name}.json`,
    JSON.stringify({
      collectionName: `components_${plural}`,
      info: { displayName: name },
      options: {},
      attributes,
    }),
  )
}

function writeType(write: Write, { name, plural }: Model, attributes: Attributes) {
  write(
    `src/api/${name}/content-types/${name}/schema.json`,
    JSON.stringify({
      kind: 'collectionType',
      collectionName: plural,
      info: { singularName: name, pluralName: plural, displayName: name },
      options: { draftAndPublish: false },
      attributes,
    }),
  )
  for (const [kind, factory] of [
    ['controllers', 'createCoreController'],
    ['services', 'createCoreService'],
    ['routes', 'createCoreRouter'],
  ])
    write(
      `src/api/${name}/${kind}/${name}.js`,
      `module.exports = require('@strapi/strapi').factories.${factory}('api::${name}.${name}')`,
    )
}
