// References as people know them: a slug, the code of a territory, the e-mail of a person. The
// service's bodies take ids.
import { assets, projects, studios, territories, users, type Endpoint } from '@reelay/api/contract'
import type { Client } from '../../client.ts'
import { Stop } from '../../output/exit-codes.ts'
import { sortOf, type Schema } from './schema.ts'

type Find = (client: Client, named: string) => Promise<string>

const read =
  (endpoint: Endpoint): Find =>
  async ({ call }, id) =>
    ((await call(endpoint, { params: { id } } as never)) as { _id: string })._id

const FIND: Record<string, Find> = {
  studio: read(studios.getStudio),
  studios: read(studios.getStudio),
  project: read(projects.getProject),
  asset: read(assets.getAsset),
  territory: read(territories.getTerritory),
  translator: findPerson,
}

/** The body with an id in place of each reference that is named in another way. */
export async function resolve(
  client: Client,
  schema: Schema,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const found = { ...body }
  for (const [name, value] of Object.entries(body)) {
    const find = FIND[name]
    const sort = sortOf(schema.properties?.[name] ?? {})
    if (find && sort === 'ref') found[name] = await idOf(client, find, value)
    if (find && sort === 'refs' && Array.isArray(value))
      found[name] = await Promise.all(value.map((one) => idOf(client, find, one)))
  }
  return found
}

const idOf = async (client: Client, find: Find, value: unknown): Promise<unknown> =>
  typeof value === 'string' && !/^[0-9a-f]{24}$/.test(value) ? find(client, value) : value

async function findPerson({ call }: Client, email: string): Promise<string> {
  const { items } = await call(users.listUsers, {
    query: { q: email },
    range: { first: 0, last: 99 },
  })
  const found = items.find(({ emailNormal }) => emailNormal === email.toLowerCase())
  if (!found)
    throw new Stop('unknown', `There is nobody with the e-mail ${email} whom you can see.`)
  return found._id
}
