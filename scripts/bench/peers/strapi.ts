import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

const VERSION = '5.54.0'
const ADMIN = { email: 'admin@example.com', password: 'Measured-twice-cut-once-7' }

/** A work request is one entry with JSON fields. Related tables would make it slower. */
export const strapi: Peer = { name: 'Strapi', version: VERSION, start }

async function start(input: PeerInput): Promise<RunningPeer> {
  const { folder, databaseUrl, port, rows, record, log } = input
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
  const item = itemOf(record)
  writeProject(folder, databaseUrl, port, item)
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
  const headers = { authorization: `Bearer ${readFileSync(join(folder, 'token'), 'utf8')}` }
  log(`Filling Strapi with ${rows} rows`)
  const created = (await callJson(`${address}/api/requests`, {
    token: headers.authorization.slice('Bearer '.length),
    body: { data: item },
  })) as { data: { documentId: string } }
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
      'GET one': get(`/api/requests/${created.data.documentId}`),
      'first page': page(0),
      'page at 500,000': page(rows / 2),
      create: postRequest(port, '/api/requests', { data: item }, headers),
      'sign-in': postRequest(port, '/admin/login', ADMIN),
    },
  }
}

const DOWNLOAD = {
  ...Object.fromEntries(DOWNLOAD_COLUMNS.map((name) => [name, 'string'])),
  length: 'biginteger',
  created: 'datetime',
}

/** The admin panel is not built. */
function writeProject(
  folder: string,
  databaseUrl: string,
  port: number,
  item: Record<string, unknown>,
) {
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
  writeType(write, 'download', DOWNLOAD)
  writeType(
    write,
    'request',
    Object.fromEntries(
      Object.entries(item).map(([name, value]) => [name, fieldTypeOf(value).toLowerCase()]),
    ),
  )
}

function writeType(
  write: (path: string, text: string) => void,
  name: string,
  fields: Record<string, string>,
) {
  const attributes = Object.entries(fields).map(([field, type]) => [field, { type }])
  write(
    `src/api/${name}/content-types/${name}/schema.json`,
    JSON.stringify({
      kind: 'collectionType',
      collectionName: `${name}s`,
      info: { singularName: name, pluralName: `${name}s`, displayName: name },
      options: { draftAndPublish: false },
      attributes: Object.fromEntries(attributes),
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
