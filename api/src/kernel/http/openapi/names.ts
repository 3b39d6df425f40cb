import type { Endpoint } from '../contract/endpoint.ts'

export type PublicNames = {
  /** By the JSON of the schema, because an optional field is a copy of its schema. */
  schemas: ReadonlyMap<string, string>
  operations: ReadonlyMap<Endpoint, string>
}

/** The name of an operation that has none in `names`: `getAssetsById`. */
export function operationIdOf(endpoint: Endpoint, { operations }: PublicNames): string {
  const { method, path } = endpoint
  const words = path
    .split('/')
    .filter(Boolean)
    .map((part) => part.replace(/^:/, 'by-').replaceAll(/[^A-Za-z0-9]+/g, '-'))
  return (
    operations.get(endpoint) ??
    [method.toLowerCase(), ...words]
      .join('-')
      .replaceAll(/-(\w)/g, (_match, letter: string) => letter.toUpperCase())
  )
}
