// Generates every read request from the route table, with the ids of all records and all filters.
import { sql } from '../src/kernel/db/sql.ts'
import type { Endpoint } from '../src/kernel/http/contract/endpoint.ts'
import { ACCESS_ROWS, type RecordKind } from './access-rows.ts'
import { rawRequest } from './raw-request.ts'
import { COUNTRY, LANGUAGE, type EmbargoFixtures } from './embargo-fixtures.ts'
import type { TestUser } from './fixtures.ts'

export type ReadRequest = { endpoint: string; url: string; method: 'GET' | 'HEAD'; range?: string }
export type ReadResponse = ReadRequest & {
  status: number
  text: string
  count?: { listed: number; total: number }
}

export const UNKNOWN = 'f'.repeat(24)

/**
 * Uses every filter alone and some together. `choices` selects their values; without it, no filter
 * is used.
 */
export async function listReadRequests(
  fixtures: EmbargoFixtures,
  by: TestUser,
  choices?: number[],
): Promise<ReadRequest[]> {
  const [ids, values] = [await idsFor(fixtures, by), filterValues(fixtures)]
  let used = 0
  const nextChoice = () => choices![used++ % choices!.length]!
  return fixtures.app.endpoints.flatMap((endpoint): ReadRequest[] => {
    const { method } = endpoint
    if ((method !== 'GET' && method !== 'HEAD') || endpoint.bytes === 'live') return []
    const name = `${method} ${endpoint.path}`
    const read = (url: string, more?: Partial<ReadRequest>): ReadRequest => ({
      endpoint: name,
      url: `/api${url}`,
      method,
      ...more,
    })
    const kind = ACCESS_ROWS[name]?.record
    const paths = kind
      ? [...ids[kind], UNKNOWN].flatMap((id) => filled(endpoint.path, id, ids))
      : [endpoint.path]
    const needed = ((endpoint.query?.required as string[] | undefined) ?? [])
      .map((name) => `${name}=${valueFor(endpoint, name, values)}`)
      .join('&')
    if (!endpoint.list && needed) return paths.map((path) => read(`${path}?${needed}`))
    if (!endpoint.list)
      return paths.flatMap((path) =>
        endpoint.bytes && method === 'GET'
          ? [read(path), read(path, { method: 'HEAD' })]
          : [read(path)],
      )
    const queries = [
      '',
      ...(choices ? filters(endpoint, values, nextChoice) : []).map((query) => `?${query}`),
    ]
    return paths.flatMap((path) => queries.map((query) => read(path + query, { range: WHOLE })))
  })
}

const WHOLE = 'resources=0-499'

/** Replaces `:comment` with the id of each comment, and so on. */
const filled = (path: string, id: string, ids: Record<string, string[]>): string[] =>
  ['sound', 'source']
    .flatMap((variant) =>
      ['0', '1'].flatMap((number) =>
        within(
          path.replace(':id', id).replace(':variant', variant).replace(':number', number),
          ids,
        ),
      ),
    )
    .filter((path, index, all) => all.indexOf(path) === index)

function within(path: string, ids: Record<string, string[]>): string[] {
  const kind = /:(\w+)/.exec(path)?.[1]
  return kind ? [...(ids[kind] ?? []), UNKNOWN].map((id) => path.replace(`:${kind}`, id)) : [path]
}

type FilterValues = Record<string, string[]>

function valueFor({ query }: Endpoint, name: string, values: FilterValues): string {
  const { enum: allowed, pattern } = query!.properties[name] as {
    enum?: string[]
    pattern?: string
  }
  return allowed?.[0] ?? (pattern?.startsWith('^[0-9]') ? '0' : (values[name]?.[0] ?? UNKNOWN))
}

function filters({ path, query }: Endpoint, values: FilterValues, roll: () => number): string[] {
  const names = Object.keys((query as { properties?: object } | undefined)?.properties ?? {})
  const unknown = names.filter((name) => !values[name])
  if (unknown.length)
    throw new Error(`${path} has a filter without test values: ${unknown.join(', ')}`)
  const queryFor = (some: string[]) =>
    String(
      new URLSearchParams(
        some.map((name) => [name, values[name]![roll() % values[name]!.length]!]),
      ),
    )
  return names.length
    ? [...names.map((name) => queryFor([name])), queryFor(names.filter(() => roll() % 3 === 0))]
    : []
}

const filterValues = ({ word, a, request }: EmbargoFixtures): FilterValues => ({
  q: [word.toUpperCase(), foldForSearch(word).slice(2, 9), 'a'],
  items: [`w${request}.a${a.asset._id}`],
  ids: [`${a.asset._id},${request}`],
  tag: [`${word}-tag`],
  language: [LANGUAGE, 'deu'],
  country: [COUNTRY],
  asset: [a.asset._id, a.asset.slug],
  project: [a.project._id, a.project.slug],
  projects: [`${a.project._id},x`],
  studio: [a.studio._id, a.studio.slug],
  studios: [a.studio.slug],
  workRequest: [request],
  requests: [request, `${request},${UNKNOWN}`],
  part: ['dialogue'],
  order: ['name', '-length', '-file', 'asset', 'created'],
  type: ['fin', 'fd,prv', 'ofl', 'trailer.intl'],
  types: ['trailer.intl'],
  mediaType: ['video'],
  phase: ['WIP', 'FINAL'],
  resolved: ['true', 'false'],
  status: ['active', 'awaiting-materials', 'incomplete'],
  read: ['false'],
  user: ['me', a.people.vendor.email],
  from: ['me', a.people.territory.email],
  vendor: [a.vendors._id, 'me', 'none'],
  translator: [a.people.translator._id],
  assignee: [a.people.translator._id, 'me', 'none'],
  role: ['vendor'],
  territory: ['DE'],
  created: ['0-', '-1'],
  due: ['0-'],
  risk: ['critical', 'at-risk', 'on-track'],
  format: ['json'],
  code: [word],
  sourceLanguage: ['eng'],
  source: [word, 'Hello'],
  before: ['Hello'],
  after: [word],
  kind: ['term', 'files'],
  who: [a.people.vendor.email],
  act: ['POST /', 'PUT'],
  about: [request],
  outcome: ['done', 'refused'],
  state: ['failed', 'waiting', 'active'],
  subject: [request],
  list: ['requests', 'assets'],
})

async function idsFor(
  { db, ...fixtures }: EmbargoFixtures,
  by: TestUser,
): Promise<Record<RecordKind, string[]>> {
  const { a } = fixtures
  const list = async (query: ReturnType<typeof sql<{ id: string }>>) =>
    (await query.execute(db)).rows.map(({ id }) => id)
  return {
    studio: [a.studio._id, a.studio.slug],
    group: [a.vendors._id],
    user: [a.people.vendor._id],
    project: [a.project._id, a.project.slug],
    file: [fixtures.file, fixtures.coming, fixtures.open],
    preview: await list(sql`select id from preview`),
    asset: [a.asset._id, a.asset.slug, fixtures.host],
    translation: [fixtures.translation],
    translationLine: [UNKNOWN],
    scriptLine: [UNKNOWN],
    script: await list(sql`select id from script`),
    workRequest: [fixtures.request],
    offline: [fixtures.offline],
    comment: [fixtures.comment],
    requestComment: await list(sql`select id from work_request_comment`),
    lineComment: await list(sql`select id from line_comment`),
    encode: [UNKNOWN],
    invitation: [UNKNOWN],
    event: await list(sql`select id from event`),
    notification: await list(sql`select id from notification where to_id = ${by._id}`),
    territory: [fixtures.territory._id],
    assettype: ['trailer'],
    workflow: [a.asset.workflow.id],
    token: [UNKNOWN],
    passkey: [UNKNOWN],
    upload: [fixtures.upload],
    webhook: [UNKNOWN],
    delivery: [UNKNOWN],
    provider: [UNKNOWN],
    domain: ['unknown.example'],
    memory: await list(sql`select id from memory_unit`),
    term: [UNKNOWN],
    word: [UNKNOWN],
    job: [UNKNOWN],
    share: await list(sql`select id from share`),
    shareRecipient: await list(sql`select id from share_recipient`),
    download: await list(sql`select id from download`),
    reviewSession: await list(sql`select id from review_session`),
  }
}

/** Also reads every page of a list without filters. */
export async function sendReadRequests(
  fixtures: EmbargoFixtures,
  by: TestUser,
  reads: ReadRequest[],
): Promise<ReadResponse[]> {
  const responses: ReadResponse[] = []
  for (const read of reads) {
    const response = await send(fixtures, by, read)
    const pages =
      response.count && !read.url.includes('?') ? Math.ceil(response.count.total / PAGE) : 0
    responses.push(response)
    for (let page = 0; page < pages; page++)
      responses.push(
        await send(fixtures, by, {
          ...read,
          range: `resources=${page * PAGE}-${(page + 1) * PAGE - 1}`,
        }),
      )
  }
  return responses
}

const PAGE = 4

async function send(
  fixtures: EmbargoFixtures,
  by: TestUser,
  read: ReadRequest,
): Promise<ReadResponse> {
  const { statusCode, headers, body } = await rawRequest(fixtures, read.url, {
    by,
    method: read.method,
    headers: { 'tus-resumable': '1.0.0', ...(read.range && { 'x-range': read.range }) },
  })
  // The length of a JSON body depends on its content, which is compared anyway.
  const compared = Object.entries(headers).filter(
    ([name]) =>
      ![
        'x-request-id',
        'date',
        ...(String(headers['content-type']).includes('json') ? ['content-length'] : []),
      ].includes(name),
  )
  const total = /\/(\d+)$/.exec(String(headers['content-range']))?.[1]
  const count = total !== undefined &&
    read.range === WHOLE &&
    statusCode === 200 && {
      count: { listed: (JSON.parse(body) as unknown[]).length, total: Number(total) },
    }
  return {
    ...read,
    status: statusCode,
    text: withoutChangingValues(
      `${compared.map((header) => header.join(': ')).join('\n')}\n\n${body}`,
    ),
    ...count,
  }
}

/** Removes values that change with every response: signatures, request ids and times. */
const withoutChangingValues = (text: string) =>
  text
    .replace(/(signature|expires)=[^&"\s]+/g, '$1=')
    .replace(/"requestId":"[^"]*"/g, '"requestId":""')
    .replace(/"used":\d+/g, '"used":0')
    .replace(/"(expected|slackHours)":[-\d.]+/g, '"$1":0')
    .replace(/"reasons":\[[^\]]*\]/g, '"reasons":[]')

/** Folds a text as the search does: without case, accents and percent-encoding. */
export const foldForSearch = (text: string) =>
  text
    .replace(/(?:%[0-9a-f]{2})+/gi, unescaped)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
