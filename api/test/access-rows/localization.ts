import { EVERYONE, emptyBody, type AccessRows } from './row.ts'

const NEW_LINE = { startTime: '00:00:01,000', stopTime: '00:00:02,000', text: 'a' }
/** The roles that read and write the lines of a text track. */
const textTrackRows = (
  path: string,
  at: 'translation' | 'script',
  reads: string,
  writes: string,
): AccessRows => ({
  [`GET ${path}/:id/lines`]: { may: reads, at },
  [`PUT ${path}/:id/lines`]: { may: writes, at, destroys: true, body: () => [] },
  [`POST ${path}/:id/lines`]: { may: writes, at, body: () => NEW_LINE },
  [`PUT ${path}/:id/lines/:line`]: { may: writes, at, line: `${at}Line`, body: emptyBody },
  [`DELETE ${path}/:id/lines/:line`]: { may: writes, at, line: `${at}Line` },
  [`POST ${path}/:id/edits`]: { may: writes, at, body: () => ({ kind: 'shift', by: 0 }) },
  [`GET ${path}/:id/changes`]: { may: reads, at, query: () => 'since=0' },
  [`GET ${path}/:id/revisions`]: { may: reads, at },
  [`GET ${path}/:id/differences`]: { may: reads, at, query: () => 'from=0' },
  [`GET ${path}/:id/export`]: { may: reads, at, query: () => 'format=srt' },
  [`GET ${path}/:id/export/check`]: { may: reads, at, query: () => 'format=srt' },
  [`POST ${path}/:id/import`]: {
    may: writes,
    at,
    query: () => 'format=srt&dry=true',
    body: () => '1\n00:00:01,000 --> 00:00:02,000\na\n',
  },
})

export const localizationRows: AccessRows = {
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
  'PUT /projects/:id/terms/:term': { may: 'AST', at: 'project', body: emptyBody },
  'DELETE /projects/:id/terms/:term': { may: 'AST', at: 'project' },
  'GET /scripts': { may: EVERYONE },
  'GET /scripts/:id': { may: 'ASTVLM', at: 'script' },
  'POST /scripts': {
    may: 'ASM',
    at: 'asset',
    body: (id) => ({ asset: id, part: 'graphics', language: 'eng' }),
  },
  'PUT /scripts/:id': { may: 'ASM', at: 'script', body: emptyBody },
  'DELETE /scripts/:id': { may: 'ASM', at: 'script' },
  ...textTrackRows('/scripts', 'script', 'ASTVLM', 'ASM'),
  'GET /translations': { may: EVERYONE },
  'GET /translations/:id': { may: 'ASTVLM', at: 'translation' },
  'POST /translations': {
    may: 'ASTV',
    at: 'workRequest',
    body: (id, ids) => ({ workRequest: id, asset: ids.asset, language: 'fra' }),
  },
  'PUT /translations/:id': { may: 'ASTVLM', at: 'translation', body: emptyBody },
  'DELETE /translations/:id': { may: 'AST', at: 'translation' },
  'GET /translations/:id/qc': { may: 'ASTVLM', at: 'translation' },
  'GET /translations/:id/deliveries': { may: 'ASTVLM', at: 'translation' },
  'GET /translations/:id/rules': { may: 'ASTVLM', at: 'translation' },
  'PUT /translations/:id/presence': {
    may: 'ASTVLM',
    at: 'translation',
    body: () => ({ line: null }),
  },
  'GET /translations/:id/comments': { may: 'ASTVLM', at: 'translation' },
  'GET /translations/:id/comments/:comment': {
    may: 'ASTVLM',
    at: 'translation',
    comment: 'lineComment',
  },
  'POST /translations/:id/comments': {
    may: 'ASTVL',
    at: 'translation',
    body: (_id, ids) => ({ line: ids.translationLine, text: 'New' }),
  },
  'PUT /translations/:id/comments/:comment': {
    may: 'ASTVLM',
    at: 'translation',
    comment: 'lineComment',
    body: () => ({ status: 'open' }),
  },
  'DELETE /translations/:id/comments/:comment': {
    may: 'ASTVLM',
    at: 'translation',
    comment: 'lineComment',
  },
  'POST /translations/:id/fix': { may: 'ASTVL', at: 'translation', body: emptyBody },
  'POST /translations/:id/conform': {
    may: 'ASTVL',
    at: 'translation',
    body: () => ({ by: { kind: 'offset', by: 1000 }, apply: true }),
  },
  'GET /translations/:id/merge': { may: 'ASTVLM', at: 'translation' },
  'POST /translations/:id/merge': { may: 'ASTVL', at: 'translation', body: emptyBody },
  ...textTrackRows('/translations', 'translation', 'ASTVLM', 'ASTVL'),
}
