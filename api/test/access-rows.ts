// Who gets in where. One row for every route of the service; the test fails when a route has none.
import { newOrder } from './orders.ts'
import type { StudioFixtures } from './fixtures.ts'

/** Admin, Studio, Territory, Vendor, transLator, Guest, Machine. */
export const ROLE_LETTERS = {
  A: 'admin',
  S: 'studio',
  T: 'territory',
  V: 'vendor',
  L: 'translator',
  G: 'guest',
  M: 'service',
} as const
export type RoleLetter = keyof typeof ROLE_LETTERS

export type RecordKind =
  | 'studio'
  | 'group'
  | 'user'
  | 'project'
  | 'file'
  | 'preview'
  | 'asset'
  | 'script'
  | 'scriptLine'
  | 'translation'
  | 'translationLine'
  | 'workRequest'
  | 'offline'
  | 'comment'
  | 'requestComment'
  | 'encode'
  | 'event'
  | 'notification'
  | 'territory'
  | 'assettype'
  | 'workflow'
  | 'token'
  | 'upload'
  | 'webhook'
  | 'delivery'
  | 'memory'
  | 'term'
  | 'job'
export type RecordIds = Record<RecordKind, string>

export type AccessRow = {
  /** Who gets in, when what they ask for is in their own studio. */
  may: string
  /** What the path, or a reference in the body, names. */
  at?: RecordKind
  body?: (id: string, ids: RecordIds, side: StudioFixtures) => unknown
  /** It would take away what the next row asks for. */
  destroys?: true
  /** Which line `:line` is, and which comment `:comment`. */
  line?: RecordKind
  comment?: RecordKind
  query?: (id: string) => string
}

const everyone = 'ASTVLGM'
const none = () => ({})
const named = (id: string) => ({ _id: id })

/** Who sees a record may watch it. */
const watched = (path: string, at: RecordKind): Record<string, AccessRow> =>
  Object.fromEntries(
    [
      'content',
      'hls/:variant',
      'hls/:variant/:number',
      'poster',
      'storyboard',
      'storyboard/:number',
      'peaks',
    ].map((what) => [`GET ${path}/:id/${what}`, { may: 'ASTVLM', at }]),
  )

const LINE = { startTime: '00:00:01,000', stopTime: '00:00:02,000', text: 'a' }
/** Who reads the lines of what has some, and who writes them. */
const sheet = (
  path: string,
  at: 'translation' | 'script',
  reads: string,
  writes: string,
): Record<string, AccessRow> => ({
  [`GET ${path}/:id/lines`]: { may: reads, at },
  [`PUT ${path}/:id/lines`]: { may: writes, at, destroys: true, body: () => [] },
  [`POST ${path}/:id/lines`]: { may: writes, at, body: () => LINE },
  [`PUT ${path}/:id/lines/:line`]: { may: writes, at, line: `${at}Line`, body: none },
  [`DELETE ${path}/:id/lines/:line`]: { may: writes, at, line: `${at}Line` },
  [`POST ${path}/:id/edits`]: { may: writes, at, body: () => ({ kind: 'shift', by: 0 }) },
  [`GET ${path}/:id/changes`]: { may: reads, at, query: () => 'since=0' },
  [`GET ${path}/:id/revisions`]: { may: reads, at },
  [`GET ${path}/:id/differences`]: { may: reads, at, query: () => 'from=0' },
  [`GET ${path}/:id/export`]: { may: reads, at, query: () => 'format=srt' },
  [`POST ${path}/:id/import`]: {
    may: writes,
    at,
    query: () => 'format=srt&dry=true',
    body: () => '1\n00:00:01,000 --> 00:00:02,000\na\n',
  },
})

export const ACCESS_ROWS: Record<string, AccessRow> = {
  'GET /studios': { may: everyone },
  'GET /studios/:id': { may: everyone, at: 'studio' },
  'POST /studios': { may: 'A', body: () => ({ name: 'New' }) },
  'PUT /studios/:id': { may: 'AS', at: 'studio', body: none },
  'DELETE /studios/:id': { may: 'A', at: 'studio' },
  'GET /territories': { may: everyone },
  'GET /territories/:id': { may: everyone, at: 'territory' },
  'POST /territories': {
    may: 'A',
    body: () => ({
      name: 'Chile',
      code: 'CL',
      standard: 'NTSC',
      countries: [],
      languages: [],
      assignedLanguages: [],
    }),
  },
  'PUT /territories/:id': { may: 'A', at: 'territory', body: none },
  'DELETE /territories/:id': { may: 'A', at: 'territory' },
  'GET /groups': { may: everyone },
  'GET /groups/:id': { may: everyone, at: 'group' },
  'POST /groups': {
    may: 'AS',
    at: 'studio',
    body: (id) => ({ name: 'New', type: 'v', studios: [id], users: [] }),
  },
  'PUT /groups/:id': { may: 'AS', at: 'group', body: none },
  'DELETE /groups/:id': { may: 'AS', at: 'group' },
  'GET /users': { may: everyone },
  'GET /users/:id': { may: everyone, at: 'user' },
  'POST /users': {
    may: 'AS',
    at: 'studio',
    body: (id) => ({
      emailNormal: `${crypto.randomUUID()}@example.com`,
      name: 'New',
      roles: ['guest'],
      studios: [id],
    }),
  },
  'POST /users/:id/invitation': { may: 'AS', at: 'user' },
  'PUT /users/:id': { may: 'AS', at: 'user', body: () => ({ flags: [crypto.randomUUID()] }) },
  'DELETE /users/:id': { may: 'AS', at: 'user' },
  'POST /users/register': {
    may: everyone,
    body: () => ({ code: 'x', name: 'New', password: 'Correct-horse-battery-9' }),
  },
  'GET /users/unsubscribe': { may: everyone },
  'POST /users/unsubscribe': { may: everyone },
  'GET /session': { may: everyone },
  'DELETE /session': { may: '' },
  'PUT /session/:id': { may: 'AS', at: 'user', body: () => ({ flags: [crypto.randomUUID()] }) },
  'POST /session/regenerate': { may: '' },
  'POST /session/forgotten': {
    may: everyone,
    body: () => ({ email: `${crypto.randomUUID()}@example.com` }),
  },
  'POST /session/reset': {
    may: everyone,
    body: () => ({ code: 'x', password: 'Correct-horse-battery-9' }),
  },
  'GET /session/tokens': { may: everyone },
  'POST /session/tokens': { may: everyone, body: () => ({ name: 'New' }) },
  'DELETE /session/tokens/:id': { may: '', at: 'token' },
  'POST /session/twofactor': { may: everyone },
  'PUT /session/twofactor': { may: everyone, body: () => ({ code: '000000' }) },
  'DELETE /session/twofactor': { may: everyone },
  'GET /projects': { may: everyone },
  'GET /projects/:id': { may: 'ASTVLM', at: 'project' },
  'POST /projects': { may: 'ASM', at: 'studio', body: (id) => ({ name: 'New', studio: id }) },
  'PUT /projects/:id': { may: 'ASM', at: 'project', body: none },
  'DELETE /projects/:id': { may: 'ASM', at: 'project' },
  'GET /assettypes': { may: everyone },
  'GET /assettypes/:id': { may: everyone, at: 'assettype' },
  'POST /assettypes': {
    may: 'A',
    body: () => ({ name: 'New', category: 'av', mediaType: 'video' }),
  },
  'PUT /assettypes/:id': { may: 'A', at: 'assettype', body: none },
  'DELETE /assettypes/:id': { may: 'A', at: 'assettype' },
  'GET /workflows': { may: everyone },
  'GET /workflows/:id': { may: everyone, at: 'workflow' },
  'POST /workflows': {
    may: 'A',
    body: () => ({
      name: 'New',
      definition: {
        phases: { ONE: { groups: [], users: [], terminal: true } },
        requireGraphicsApproval: true,
        requireOfflineApproval: true,
      },
    }),
  },
  'PUT /workflows/:id': { may: 'A', at: 'workflow', body: none },
  'DELETE /workflows/:id': { may: 'A', at: 'workflow' },
  'GET /files': { may: everyone },
  'GET /files/_slug': { may: everyone },
  'GET /files/:id': { may: 'ASTVM', at: 'file' },
  'POST /files': { may: 'ASVM', at: 'asset', body: (id) => ({ name: 'new.txt', asset: id }) },
  'PUT /files/:id': { may: 'ASM', at: 'file', body: none },
  'DELETE /files/:id': { may: 'ASM', at: 'file' },
  'PUT /files/:id/content': { may: 'ASM', at: 'file', body: () => 'other bytes' },
  'GET /uploads': { may: 'ASVM' },
  'GET /uploads/:id': { may: 'S', at: 'upload' },
  'OPTIONS /uploads': { may: everyone },
  'POST /uploads': { may: 'ASVM' },
  'HEAD /uploads/:id': { may: 'S', at: 'upload' },
  'PATCH /uploads/:id': { may: 'S', at: 'upload' },
  'DELETE /uploads/:id': { may: 'S', at: 'upload' },
  'GET /previews': { may: everyone },
  'GET /previews/:id': { may: 'ASTVLM', at: 'preview' },
  'POST /previews': {
    may: 'ASVM',
    at: 'asset',
    body: (id, ids) => ({ asset: id, file: ids.file }),
  },
  'PUT /previews': { may: 'ASVM', at: 'preview', body: named },
  'PUT /previews/:id': { may: 'ASVM', at: 'preview', body: none },
  'DELETE /previews/:id': { may: 'ASVM', at: 'preview' },
  ...watched('/previews', 'preview'),
  'GET /assets': { may: everyone },
  'GET /assets/workflowNotify': { may: everyone },
  'GET /assets/:id': { may: 'ASTVLM', at: 'asset' },
  'POST /assets': {
    may: 'ASM',
    at: 'project',
    body: (id) => ({ name: 'New', project: id, type: 'trailer' }),
  },
  'PUT /assets': { may: 'ASM', at: 'asset', body: named },
  'PUT /assets/:id': { may: 'ASM', at: 'asset', body: none },
  'DELETE /assets/:id': { may: 'ASM', at: 'asset' },
  'PUT /assets/:id/feedback': { may: 'ASTVLM', at: 'asset', body: () => ({ vote: 'up' }) },
  'GET /memory': { may: 'AST' },
  'GET /memory/:id': { may: 'AST', at: 'memory' },
  'DELETE /memory/:id': { may: 'AS', at: 'memory' },
  'GET /memory/suggestions': {
    may: 'ASTVL',
    at: 'studio',
    query: (id) => `studio=${id}&sourceLanguage=eng&language=deu&source=Hello`,
  },
  'GET /memory/export': { may: 'AS', at: 'studio', query: (id) => `studio=${id}` },
  'POST /memory/import': {
    may: 'AS',
    at: 'studio',
    query: (id) => `studio=${id}`,
    body: () => '<tmx version="1.4"><header srclang="en"/><body/></tmx>',
  },
  'GET /projects/:id/terms': { may: 'ASTVLM', at: 'project' },
  'POST /projects/:id/terms': {
    may: 'AST',
    at: 'project',
    body: () => ({ kind: 'term', source: crypto.randomUUID() }),
  },
  'GET /projects/:id/terms/:term': { may: 'ASTVLM', at: 'project' },
  'PUT /projects/:id/terms/:term': { may: 'AST', at: 'project', body: none },
  'DELETE /projects/:id/terms/:term': { may: 'AST', at: 'project' },
  'GET /scripts': { may: everyone },
  'GET /scripts/:id': { may: 'ASTVLM', at: 'script' },
  'POST /scripts': {
    may: 'ASM',
    at: 'asset',
    body: (id) => ({ asset: id, part: 'graphics', language: 'eng' }),
  },
  'PUT /scripts/:id': { may: 'ASM', at: 'script', body: none },
  'DELETE /scripts/:id': { may: 'ASM', at: 'script' },
  ...sheet('/scripts', 'script', 'ASTVLM', 'ASM'),
  'GET /translations': { may: everyone },
  'GET /translations/:id': { may: 'ASTVLM', at: 'translation' },
  'POST /translations': {
    may: 'ASTV',
    at: 'workRequest',
    body: (id, ids) => ({ workRequest: id, asset: ids.asset, language: 'fra' }),
  },
  'PUT /translations/:id': { may: 'ASTVLM', at: 'translation', body: none },
  'DELETE /translations/:id': { may: 'AST', at: 'translation' },
  'GET /translations/:id/qc': { may: 'ASTVLM', at: 'translation' },
  'GET /translations/:id/rules': { may: 'ASTVLM', at: 'translation' },
  'PUT /translations/:id/presence': {
    may: 'ASTVLM',
    at: 'translation',
    body: () => ({ line: null }),
  },
  'POST /translations/:id/fix': { may: 'ASTVL', at: 'translation', body: none },
  'GET /translations/:id/merge': { may: 'ASTVLM', at: 'translation' },
  'POST /translations/:id/merge': { may: 'ASTVL', at: 'translation', body: none },
  ...sheet('/translations', 'translation', 'ASTVLM', 'ASTVL'),
  'GET /workrequests': { may: everyone },
  'GET /workrequests/:id': { may: 'ASTVLM', at: 'workRequest' },
  'POST /workrequests': {
    may: 'AST',
    at: 'asset',
    body: (id, _ids, side) => ({ ...newOrder(side), asset: id }),
  },
  'POST /workrequests/estimate': {
    may: 'AST',
    at: 'asset',
    body: (id, _ids, side) => ({ ...newOrder(side), asset: id }),
  },
  'PUT /workrequests/:id': { may: 'ASTVLM', at: 'workRequest', body: none },
  'GET /workrequests/:id/moves': { may: 'ASTVLM', at: 'workRequest' },
  'GET /workrequests/:id/readers': { may: 'ASTVLM', at: 'workRequest' },
  'GET /workrequests/:id/comments': { may: 'ASTVLM', at: 'workRequest' },
  'GET /workrequests/:id/comments/:comment': {
    may: 'ASTVLM',
    at: 'workRequest',
    comment: 'requestComment',
  },
  'POST /workrequests/:id/comments': {
    may: 'ASTVL',
    at: 'workRequest',
    body: () => ({ text: 'New' }),
  },
  'PUT /workrequests/:id/comments/:comment': {
    may: 'ASTVLM',
    at: 'workRequest',
    comment: 'requestComment',
    body: none,
  },
  'DELETE /workrequests/:id/comments/:comment': {
    may: 'ASTVLM',
    at: 'workRequest',
    comment: 'requestComment',
  },
  'POST /workrequests/:id/encodes/:encode/retry': { may: 'ASV', at: 'workRequest' },
  'GET /offlines': { may: everyone },
  'GET /offlines/:id': { may: 'ASTVLM', at: 'offline' },
  'POST /offlines': {
    may: 'ASV',
    at: 'workRequest',
    body: (id, ids) => ({ workRequest: id, file: ids.file }),
  },
  'PUT /offlines/:id': { may: 'ASTVLM', at: 'offline', body: none },
  ...watched('/offlines', 'offline'),
  'GET /offlines/:id/comments': { may: 'ASTVLM', at: 'offline' },
  'GET /offlines/:id/comments/:comment': { may: 'ASTVLM', at: 'offline' },
  'GET /offlines/:id/comments/export': { may: 'ASTVLM', at: 'offline' },
  'POST /offlines/:id/comments': {
    may: 'ASTVL',
    at: 'offline',
    body: () => ({ text: 'New', frame: 0 }),
  },
  'PUT /offlines/:id/comments/:comment': { may: 'ASTVLM', at: 'offline', body: none },
  'DELETE /offlines/:id/comments/:comment': { may: 'ASTVLM', at: 'offline' },
  'GET /downloads': { may: everyone },
  'POST /downloads': { may: 'ASTV', at: 'file', body: (id) => ({ files: [id] }) },
  'GET /files/:id/content': { may: 'ASTV', at: 'file' },
  'GET /events': { may: everyone },
  // Who gets in stays: stream.test.ts listens.
  'GET /events/stream': { may: '' },
  'GET /events/:id': { may: 'ASTVM', at: 'event' },
  'PUT /events': { may: 'AM', at: 'event', body: named },
  'GET /notifications': { may: everyone },
  'GET /notifications/:id': { may: 'V', at: 'notification' },
  'PUT /notifications/:id': { may: 'V', at: 'notification', body: none },
  'PUT /notifications': { may: everyone, body: () => ({ read: true }) },
  'GET /webhooks': { may: 'AS' },
  'GET /webhooks/:id': { may: 'AS', at: 'webhook' },
  'POST /webhooks': {
    may: 'AS',
    at: 'studio',
    body: (id) => ({ studio: id, url: 'https://1.1.1.1/hook' }),
  },
  'PUT /webhooks/:id': { may: 'AS', at: 'webhook', body: none },
  'DELETE /webhooks/:id': { may: 'AS', at: 'webhook' },
  'POST /webhooks/:id/secret': { may: 'AS', at: 'webhook' },
  'POST /webhooks/:id/ping': { may: 'AS', at: 'webhook' },
  'GET /webhooks/:id/deliveries': { may: 'AS', at: 'webhook' },
  'GET /webhooks/:id/deliveries/:delivery': { may: 'AS', at: 'webhook' },
  'POST /webhooks/:id/deliveries/:delivery/redeliver': { may: 'AS', at: 'webhook' },
  'GET /reports/risk': { may: everyone },
  'GET /reports/coverage': { may: everyone },
  'GET /reports/volume': { may: everyone },
  'GET /reports/rejections': { may: everyone },
  'GET /reports/turnaround': { may: everyone },
  'GET /reports/downloads': { may: everyone },
  'GET /audit': { may: 'AS' },
  'GET /audit/verify': { may: 'A' },
  'GET /jobs': { may: 'A' },
  'GET /jobs/summary': { may: 'A' },
  'GET /jobs/:id': { may: 'A', at: 'job' },
  'POST /jobs/:id/retry': { may: 'A', at: 'job', body: none },
  'GET /outbox': { may: 'A' },
}
