// The reads of a person, generated from the OpenAPI document: each list, search and report, alone,
// with each of its parameters, with every pair of them, and at depth.
import { operationsOf, type Operation } from '../../fuzz/requests.ts'
import { createRandom } from '../../tools/random.ts'
import { parse, send, type Connection } from '../../tools/send.ts'
import { COMMON_WORD, RARE_WORD } from './fill.ts'

export type SizedRead = { kind: string; path: string; range: string | undefined }
type Item = Record<string, unknown>
type Parameter = Operation['parameters'][number]

export const PAGE = 'resources=0-24'
/** The last page that a position reaches; the next one needs a cursor. */
const LAST = 'resources=9976-10000'
const DAY_MS = 86_400_000
/** A CSV file contains the whole list. */
const LEFT_OUT = ['format']

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)
/** Where the items of a list do not have the value under the name of the parameter. */
const VALUES: Record<string, () => string[]> = {
  q: () => [COMMON_WORD, RARE_WORD],
  created: () => [`${day(90)}-${day(0)}`, `${day(365)}-${day(0)}`],
  due: () => [`${day(30)}-${day(0)}`],
  to: () => [day(0)],
  tz: () => ['Europe/Berlin'],
  vendor: () => ['me', 'none'],
  assignee: () => ['me', 'none'],
  translator: () => ['me'],
  user: () => ['me'],
  from: () => ['me'],
  act: () => ['PUT', 'POST /workrequests'],
}
const FIRST_DAYS = () => [day(365), day(90)]

/** `gaps` gets the parameters for which nothing the person sees has a value. */
export async function readsOf(
  connection: Connection,
  seed: number,
  gaps: Set<string>,
): Promise<SizedRead[]> {
  const random = createRandom(seed)
  const reads: SizedRead[] = []
  for (const operation of operationsOf(parse(await send(connection, '/openapi.json')))) {
    if (!isList(operation) && !isReport(operation)) continue
    const parent = operation.path.startsWith('/reports')
      ? 'workrequests'
      : operation.path.split('/')[1]
    const own = operation.path.includes('{') || isReport(operation) ? `/${parent}` : operation.path
    const items = await readItems(connection, own)
    if (!items || (operation.path.includes('{') && !items[0])) continue
    const path = operation.path.replace(/\{\w+\}/, String(items[0]?._id))
    const values = await valuesOf(connection, { ...operation, path }, items)
    for (const [name, some] of values) if (some.length === 0) gaps.add(`${operation.path}?${name}`)
    const known = [...values].filter(([, some]) => some.length)
    const needed = operation.parameters.filter(({ required }) => required).map(({ name }) => name)
    if (needed.some((name) => name !== 'id' && !values.get(name)?.length)) continue
    const add = (kind: string, query: Record<string, string>) => {
      const always = needed.flatMap((name) =>
        values.has(name) ? [[name, values.get(name)![0]!]] : [],
      )
      const search = new URLSearchParams({ ...Object.fromEntries(always), ...query }).toString()
      reads.push({ kind, path: `${path}${search && '?'}${search}`, range: PAGE })
    }
    add('first page', {})
    known.forEach(([name, some], index) => {
      for (const value of some) add('one parameter', { [name]: value })
      for (const [other, others] of known.slice(0, index))
        for (const value of name === 'order' ? some : [random.pick(some)])
          add('two parameters', { [other]: random.pick(others), [name]: value })
    })
    reads.push(...(await deepReads(connection, path)))
  }
  return reads
}

const isList = ({ method, path, parameters }: Operation) =>
  method === 'GET' &&
  !path.slice(path.indexOf('{') + 1).includes('{') &&
  parameters.some(({ name }) => name === 'X-Range') &&
  path !== '/session'
const isReport = ({ method, path }: Operation) =>
  method === 'GET' && /^\/(reports|search|workrequests\/groups)/.test(path)

/** Undefined if the person may not read the list. */
async function readItems(connection: Connection, path: string): Promise<Item[] | undefined> {
  const reply = await send(connection, `/api${path}`, { headers: { 'x-range': PAGE } })
  if (path === '/search') return []
  return reply.status === 200 ? parse<Item[]>(reply) : undefined
}

async function valuesOf(
  connection: Connection,
  { path, parameters }: Operation,
  items: Item[],
): Promise<Map<string, string[]>> {
  const values = new Map<string, string[]>()
  for (const { name, schema, in: place } of parameters)
    if (place === 'query' && !LEFT_OUT.includes(name))
      values.set(
        name,
        name === 'order' ? await ordersOf(connection, path) : valuesOfOne(name, schema, items),
      )
  return values
}

function valuesOfOne(
  name: string,
  { enum: allowed, pattern = '' }: Parameter['schema'],
  items: Item[],
) {
  const words = /^\^\(([\w|-]+)\)/.exec(pattern)?.[1]?.split('|')
  if (allowed) return ends(allowed.map(String))
  if (pattern.startsWith(String.raw`^\d{4}`) && name === 'from') return FIRST_DAYS()
  if (pattern.startsWith('^[0-9a-f]{24}(,'))
    return items.length ? [items.map(({ _id }) => _id).join()] : []
  const seen = items.flatMap(
    (item) => fieldOf(item, name) ?? fieldOf(item, name.replace(/s$/, '')) ?? [],
  )
  return VALUES[name]?.() ?? (seen.length ? ends(seen) : ends(words ?? []))
}

/** The value of a field of the item or of a record in it. For a record its id. */
function fieldOf(item: Item, name: string, depth = 0): string | undefined {
  const value = item[name] as string | number | Item | null | undefined
  if (typeof value === 'string' && value) return value
  if (value && typeof value === 'object' && typeof value._id === 'string') return value._id
  if (depth === 2) return undefined
  for (const inner of Object.values(item))
    if (inner && typeof inner === 'object' && !Array.isArray(inner)) {
      const found = fieldOf(inner as Item, name, depth + 1)
      if (found) return found
    }
  return undefined
}

/** The first value and another one. */
const ends = (values: string[]): string[] =>
  [...new Set([values[0]!, values.at(-1)!])].filter(Boolean)

/** The problem of an unknown order names them all. */
async function ordersOf(connection: Connection, path: string): Promise<string[]> {
  const { detail } = parse<{ detail?: string }>(await send(connection, `/api${path}?order=none`))
  const names = /one of (.*), or up to/.exec(detail ?? '')?.[1]?.split(', ') ?? []
  return names.flatMap((name) => [name, `-${name}`])
}

/** The last page by position, and the one after it by its cursor. */
async function deepReads(connection: Connection, path: string): Promise<SizedRead[]> {
  const { headers } = await send(connection, `/api${path}`, { headers: { 'x-range': LAST } })
  const next = /<\/api(.*)>; rel="next"/.exec(String(headers.link))?.[1]
  return next
    ? [
        { kind: 'position 10,000', path, range: LAST },
        { kind: 'by cursor', path: next, range: PAGE },
      ]
    : []
}
