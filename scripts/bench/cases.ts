// What people do: the requests that are compared with those of the bare server.
import { Agent } from 'node:http'
import { assets, projects, studios, type workrequests } from '@reelay/api/contract'
import type pg from 'pg'
import { uploadFile } from '../../api/test/orders.ts'
import type { TestIdentity } from '../../api/test/test-app.ts'
import { sendAll, type LoadCall } from '../tools/load.ts'
import { parse, rangeHeader, send, type Connection, type Sending } from '../tools/send.ts'
import type { BenchContext } from './context.ts'
import {
  authorizationOf,
  benchOrder,
  connect,
  createActiveRequest,
  createInvited,
  createPeople,
  inviteTo,
} from './fixtures.ts'
import { recordScreens, type ScreenCall } from './screens.ts'

export const CONNECTIONS = 8
/** Requests that are read before the others, so that every connection has planned its statements. */
export const WARM_UP = 24
const ASSETS = 10
/** How often each screen is opened in a round. */
const OPENINGS = 4
const READERS = ['studio', 'territory', 'vendor', 'translator', 'invited', 'guest'] as const
type Reader = (typeof READERS)[number]
type Ordering = { connection: Connection; order: workrequests.NewWorkRequest }

export type BenchCase = {
  name: string
  as: string
  calls: LoadCall[]
  /** Sent before: the first use of a statement on a connection also plans it. */
  warmUp?: LoadCall[]
  /** How many calls are one use, such as those of a screen. */
  each?: number
  /** The jobs that follow are part of the cost. */
  writes?: true
}
export type BenchRecords = {
  readers: Record<Reader, Connection>
  people: Record<Reader, TestIdentity>
  /** With a file each. All readers see them. */
  assets: string[]
  files: string[]
  /** Eight people who order versions of different assets. */
  inOneStudio: Ordering[]
  inEightStudios: Ordering[]
  screens: ScreenCall[]
}

export async function createRecords(context: BenchContext): Promise<BenchRecords> {
  const { side, service, databaseUrl, fixtures } = context
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const as = (person: TestIdentity): Connection => ({
    port: service.port,
    agent,
    authorization: authorizationOf(person),
  })
  const admin = connect(service.address, fixtures.admin)
  const createAsset = (project: string, more: Partial<assets.NewAsset> = {}) =>
    admin.call(assets.createAsset, {
      body: { name: 'Teaser', project, type: 'trailer.intl', usage: { online: true }, ...more },
    })
  const ordering = async (person: TestIdentity, project: string): Promise<Ordering> => ({
    connection: as(person),
    order: { ...benchOrder(side), asset: (await createAsset(project))._id },
  })
  const people = { ...side.people, invited: await createInvited(databaseUrl, side) }
  const definition = {
    phases: {
      WIP: { groups: [], users: READERS.map((reader) => people[reader]._id), terminal: true },
    },
    requireGraphicsApproval: false,
    requireOfflineApproval: true,
  }
  const seen = await times(ASSETS, () =>
    createAsset(side.project._id, { workflow: { definition } }),
  )
  const files = await times(ASSETS, (at) =>
    uploadFile(side.people.vendor, { ...side, asset: seen[at]! }),
  )
  const eight = Array.from({ length: CONNECTIONS }, () => 'studio')
  const active = await createActiveRequest(side)
  const colleagues = await createPeople(databaseUrl, side.studio._id, eight)
  return {
    readers: Object.fromEntries(READERS.map((reader) => [reader, as(people[reader])])) as Record<
      Reader,
      Connection
    >,
    people,
    assets: seen.map(({ _id }) => _id),
    files: files.map(({ _id }) => _id),
    inOneStudio: await times(CONNECTIONS, (at) => ordering(colleagues[at]!, side.project._id)),
    inEightStudios: await times(CONNECTIONS, async () => {
      const name = `bench-${crypto.randomUUID().slice(0, 8)}`
      const { _id } = await admin.call(studios.createStudio, { body: { name, slug: name } })
      const project = await admin.call(projects.createProject, { body: { name, studio: _id } })
      const [person] = await createPeople(databaseUrl, _id, ['studio'])
      return ordering(person!, project._id)
    }),
    screens: await recordScreens(context, active._id),
  }
}

/** Submitted requests that nobody has read, but that all readers except guests may read. */
export async function createRequests(
  { side, databaseUrl }: BenchContext,
  { readers, people, assets: seen }: BenchRecords,
  db: pg.Client,
  count: number,
): Promise<string[]> {
  const order = { ...benchOrder(side), status: 'submitted' }
  const replies = await sendAll(
    Array.from({ length: count }, (_none, at) =>
      sender(readers.territory, '/workrequests', {
        method: 'POST',
        body: { ...order, asset: seen[at % ASSETS] },
      }),
    ),
    CONNECTIONS,
  )
  const ids = replies.map((reply) => parse<{ _id: string }>(reply)._id)
  await db.query(ASSIGN, [ids, people.translator._id])
  await inviteTo(databaseUrl, ids, people.invited)
  // Later, autovacuum would do it in the middle, and all statements would be planned anew.
  await db.query('analyze')
  return ids
}

const ASSIGN = `
  with assigned as (update work_request set assignee_id = $2 where id = any ($1))
  update translation set translator_id = $2 where work_request_id = any ($1)`

/** Each reader reads a part of the `requests`, which are new. `count`: how often others repeat. */
export function createCases(
  { readers, assets: seen, files, inOneStudio, inEightStudios, screens }: BenchRecords,
  requests: string[],
  count: number,
): BenchCase[] {
  const repeat = <T>(of: (at: number) => T) => Array.from({ length: count }, (_none, at) => of(at))
  const read = (
    name: string,
    paths: (reader: Reader) => string[],
    { last = 24, warmUp = paths }: { last?: number; warmUp?: (reader: Reader) => string[] } = {},
  ): BenchCase[] =>
    READERS.map((as) => {
      const send = (path: string) => sender(readers[as], path, rangeHeader(`resources=0-${last}`))
      return {
        name,
        as,
        calls: paths(as).map(send),
        warmUp: warmUp(as).slice(0, WARM_UP).map(send),
      }
    })
  const addresses = requests.map((id) => `/workrequests/${id}`)
  const [others, own] = [addresses.slice(0, WARM_UP), addresses.slice(WARM_UP)]
  const share = own.length / READERS.length
  const pathsOf = (reader: Reader) =>
    own.slice(READERS.indexOf(reader) * share, (READERS.indexOf(reader) + 1) * share)
  const assetPaths = seen.map((id) => `/assets/${id}`)
  const change = (path: string, field: string, text: string) =>
    sender(readers.studio, path, { method: 'PUT', body: { [field]: text } })
  const put = (name: string, paths: string[], field: string): BenchCase[] => [
    {
      name: `PUT ${name}, one field`,
      as: 'studio',
      calls: paths.map((path, at) => change(path, field, `Teaser ${at} of ${requests[0]}`)),
      warmUp: repeat((at) => change(paths[at % paths.length]!, field, `Trailer ${at}`)),
      writes: true,
    },
    ...read(`GET ${name}, after PUT`, () => paths).slice(0, 1),
  ]
  const post = (status: string, hasKey: boolean): BenchCase[] =>
    Object.entries({ 'eight people': inOneStudio, 'eight studios': inEightStudios }).map(
      ([as, people]) => ({
        name: `POST /workrequests, ${status}${hasKey ? ', with key' : ''}`,
        as,
        calls: repeat((at) => orderBy(people[at % people.length]!, status, hasKey)),
        warmUp: people.flatMap((person) => [
          orderBy(person, status, hasKey),
          orderBy(person, status, hasKey),
        ]),
        writes: true,
      }),
    )
  return [
    ...read('GET /workrequests/{id}, first', pathsOf, { warmUp: () => others }),
    ...read('GET /workrequests/{id}, again', pathsOf),
    ...read('GET /assets/{id}', () => repeat((at) => assetPaths[at % ASSETS]!)),
    ...read('GET /files/{id}', () => repeat((at) => `/files/${files[at % ASSETS]}`)),
    ...read('GET /workrequests, 25', () => repeat(() => '/workrequests')),
    ...read('GET /workrequests, 50', () => repeat(() => '/workrequests'), { last: 49 }),
    ...put('/workrequests/{id}', pathsOf('studio'), 'instructions'),
    ...put('/assets/{id}', assetPaths, 'name'),
    ...['incomplete', 'submitted'].flatMap((status) => [
      ...post(status, false),
      ...post(status, true),
    ]),
    ...[...Map.groupBy(screens, ({ screen, as }) => `${screen} ${as}`).values()].map((calls) => ({
      name: `${calls[0]!.screen}, ${calls.length} calls`,
      as: calls[0]!.as,
      each: calls.length,
      calls: Array.from({ length: OPENINGS }, () => calls).flatMap((all) =>
        all.map(({ as, path, range }) => sender(readers[as], path, rangeHeader(range))),
      ),
    })),
  ]
}

/** The web app and the client send a key with every POST. */
export const orderBy = ({ connection, order }: Ordering, status: string, hasKey = true): LoadCall =>
  sender(connection, '/workrequests', {
    method: 'POST',
    body: { ...order, status },
    ...(hasKey && { key: crypto.randomUUID() }),
  })

const sender =
  (connection: Connection, path: string, sending?: Sending): LoadCall =>
  () =>
    send(connection, `/api${path}`, sending)

async function times<T>(count: number, create: (at: number) => Promise<T>): Promise<T[]> {
  const created: T[] = []
  for (let at = 0; at < count; at++) created.push(await create(at))
  return created
}
