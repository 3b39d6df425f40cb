// Reads the contract modules, with the names of their schemas in the source, exported or not.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SRC = fileURLToPath(new URL('../../api/src/', import.meta.url))
/** Schemas that are not exported are exported under this prefix while they are read. */
const INTERNAL_PREFIX = '$of_'

/** `name`: the namespace in `@reelay/api/contract`. `declared`: everything the module exports. */
export type ContractModule = {
  name: string
  path: string
  text: string
  declared: Record<string, unknown>
}

/** Only contracts: rules stay in the service. */
export async function readContract(): Promise<ContractModule[]> {
  const hooks = registerHooks({
    load: (url, context, next) =>
      isContract(url)
        ? {
            format: 'module-typescript',
            shortCircuit: true,
            source: exportAll(readFileSync(fileURLToPath(url), 'utf8')),
          }
        : next(url, context),
  })
  try {
    const exports = [
      ...readFileSync(join(SRC, 'contract.ts'), 'utf8').matchAll(
        /^export \* as (\w+) from '\.\/(.+\/contract\.ts)'$/gm,
      ),
    ].map(([, name, path]) => ({ name: name!, path: path! }))
    return await Promise.all(
      exports.map(async ({ name, path }) => ({
        name,
        path,
        text: readFileSync(join(SRC, path), 'utf8'),
        declared: { ...((await import(join(SRC, path))) as object) },
      })),
    )
  } finally {
    hooks.deregister()
  }
}

const isContract = (url: string) =>
  url.startsWith('file:') && /\/api\/src\/\w+\/contract\.ts$/.test(url)

/**
 * `export type NewFile = Static<typeof New>`: the type `NewFile` has the schema `New`. A schema that
 * is exported from a part of the contract has the name of its type.
 */
export const findTypes = (text: string): { type: string; schema: string }[] => [
  ...exportedFromParts(text).map((name) => ({ type: name, schema: name })),
  ...[...text.matchAll(/^export type (\w+) = Static<typeof (\w+)>$/gm)].map(([, type, schema]) => ({
    type: type!,
    schema: schema!,
  })),
]

const exportedFromParts = (text: string): string[] =>
  [...text.matchAll(/^export \{ ([\w, ]+) \} from '\.\/contract\/.+'$/gm)]
    .flatMap(([, names]) => names!.split(', '))
    .filter((name) => /^[A-Z]\w*[a-z]/.test(name))

function exportAll(text: string): string {
  const fromParts = exportedFromParts(text)
  const internal = new Set(
    findTypes(text)
      .map(({ schema }) => schema)
      .filter(
        (schema) =>
          !fromParts.includes(schema) && !new RegExp(`^export const ${schema}\\b`, 'm').test(text),
      ),
  )
  const exports = [...internal].map(
    (schema) => `export { ${schema} as ${INTERNAL_PREFIX}${schema} }`,
  )
  return `${text}\n${exports.join('\n')}\n`
}

export const schemaOf = ({ declared }: ContractModule, name: string): unknown =>
  declared[name] ?? declared[`${INTERNAL_PREFIX}${name}`]
export const isInternal = (name: string): boolean => name.startsWith(INTERNAL_PREFIX)
