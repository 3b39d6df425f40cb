// Names of the OpenAPI document. Components are named like the schemas that `contract.ts` exports, and
// operations like its endpoints, so that generated clients use the words of our own client.
import type { TSchema } from 'typebox'
import * as contract from './contract.ts'
import { Removed } from './kernel/http/contract/schema.ts'
import type { Endpoint } from './kernel/http/contract/endpoint.ts'
import type { PublicNames } from './kernel/http/openapi/names.ts'

type Named<T> = { name: string; group: string; value: T }

export function findPublicNames(): PublicNames {
  const entries = Object.values(contract).flatMap((exported) => entriesOf('', exported))
  const schemas = entries.filter((entry): entry is Named<TSchema> => isNamedSchema(entry))
  const endpoints = entries.filter((entry): entry is Named<Endpoint> => isEndpoint(entry.value))
  return {
    // An endpoint contains a copy of a schema, so schemas are compared by their content.
    schemas: new Map([
      [JSON.stringify(Removed), 'Removed'],
      ...schemas.map(({ name, value }): [string, string] => [JSON.stringify(value), name]),
    ]),
    operations: new Map(
      endpoints.map((endpoint) => [endpoint.value, operationName(endpoint, endpoints)]),
    ),
  }
}

/** Endpoints can be in a group such as `scriptLines`. */
function entriesOf(group: string, exported: object): Named<unknown>[] {
  return Object.entries(exported).flatMap(([name, value]: [string, unknown]): Named<unknown>[] => {
    const isGroup = !group && isPlainObject(value) && Object.values(value).some(isEndpoint)
    return isGroup ? entriesOf(name, value) : [{ name, group, value }]
  })
}

function operationName(
  { name, group, value }: Named<Endpoint>,
  endpoints: Named<Endpoint>[],
): string {
  if (group) return group + capitalized(name)
  if (isScim(value)) return `scim${capitalized(name)}`
  const withSameName = endpoints.filter(
    (endpoint) => endpoint.name === name && !endpoint.group && !isScim(endpoint.value),
  )
  return withSameName.length > 1 ? value.path.split('/')[1]! + capitalized(name) : name
}

const isScim = ({ path }: Endpoint) => path.startsWith('/scim/')

const isEndpoint = (value: unknown): value is Endpoint =>
  isPlainObject(value) && 'method' in value && 'path' in value && 'reply' in value

const isNamedSchema = ({ name, value }: Named<unknown>): boolean =>
  /^[A-Z]/.test(name) &&
  isPlainObject(value) &&
  ('properties' in value || 'anyOf' in value || 'enum' in value)

const isPlainObject = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
