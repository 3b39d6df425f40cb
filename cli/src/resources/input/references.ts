// Resolves slugs, territory codes and emails to the ids that request bodies take.
import { assets, projects, studios, territories, users, type Endpoint } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import { CliError } from '../../output/exit-codes.ts'
import { fieldTypeOf, type FieldSchema } from './schema.ts'

type FindId = (client: Client, name: string) => Promise<string>

const findBy =
  (endpoint: Endpoint): FindId =>
  async ({ call }, id) =>
    ((await call(endpoint, { params: { id } } as never)) as { _id: string })._id

const FINDERS: Record<string, FindId> = {
  studio: findBy(studios.getStudio),
  studios: findBy(studios.getStudio),
  project: findBy(projects.getProject),
  asset: findBy(assets.getAsset),
  territory: findBy(territories.getTerritory),
  translator: findUserByEmail,
  users: findUserByEmail,
  mentions: findUserByEmail,
}

/** Returns the body with an id in place of each other reference. */
export async function resolveReferences(
  client: Client,
  schema: FieldSchema,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const resolved = { ...body }
  for (const [name, value] of Object.entries(body)) {
    const findId = FINDERS[name]
    const type = fieldTypeOf(schema.properties?.[name] ?? {})
    if (findId && type === 'reference') resolved[name] = await toId(client, findId, value)
    if (findId && type === 'reference-list' && Array.isArray(value))
      resolved[name] = await Promise.all(value.map((item) => toId(client, findId, item)))
  }
  return resolved
}

const toId = async (client: Client, findId: FindId, value: unknown): Promise<unknown> =>
  typeof value === 'string' && !/^[0-9a-f]{24}$/.test(value) ? findId(client, value) : value

export async function findUserByEmail({ call }: Client, email: string): Promise<string> {
  const { items } = await call(users.listUsers, {
    query: { q: email },
    range: { first: 0, last: 99 },
  })
  const found = items.find(({ emailNormal }) => emailNormal === email.toLowerCase())
  if (!found) throw new CliError('notFound', `No user with the email ${email} is visible to you.`)
  return found._id
}
