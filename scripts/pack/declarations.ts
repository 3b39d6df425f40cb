// The contract as it is declared, with the names its shapes have in the source: those of shapes
// that are not exported too.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SRC = fileURLToPath(new URL('../../api/src/', import.meta.url))
const HIDDEN = '$of_'

/** A contract: its name in the door, its text, and everything it declares. */
export type Declarations = {
  name: string
  path: string
  text: string
  declared: Record<string, unknown>
}

/** Only contracts: rules are for those who have the source. */
export async function readDeclarations(): Promise<Declarations[]> {
  const hooks = registerHooks({
    load: (url, context, next) =>
      isContract(url)
        ? {
            format: 'module-typescript',
            shortCircuit: true,
            source: withHidden(readFileSync(fileURLToPath(url), 'utf8')),
          }
        : next(url, context),
  })
  try {
    const doors = [
      ...readFileSync(join(SRC, 'contract.ts'), 'utf8').matchAll(
        /^export \* as (\w+) from '\.\/(.+\/contract\.ts)'$/gm,
      ),
    ].map(([, name, path]) => ({ name: name!, path: path! }))
    return await Promise.all(
      doors.map(async ({ name, path }) => ({
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

/** `export type NewFile = Static<typeof New>`: the type `NewFile` is of the shape `New`. */
export const namesIn = (text: string): { type: string; shape: string }[] =>
  [...text.matchAll(/^export type (\w+) = Static<typeof (\w+)>$/gm)].map(([, type, shape]) => ({
    type: type!,
    shape: shape!,
  }))

function withHidden(text: string): string {
  const hidden = new Set(
    namesIn(text)
      .map(({ shape }) => shape)
      .filter((shape) => !new RegExp(`^export const ${shape}\\b`, 'm').test(text)),
  )
  return `${text}\n${[...hidden].map((shape) => `export { ${shape} as ${HIDDEN}${shape} }`).join('\n')}\n`
}

export const shapeNamed = ({ declared }: Declarations, shape: string): unknown =>
  declared[shape] ?? declared[`${HIDDEN}${shape}`]
export const isHidden = (name: string): boolean => name.startsWith(HIDDEN)
