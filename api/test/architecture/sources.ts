// Reads source files and their imports, for the tests of the architecture.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export type ScannedFile = { path: string; text: string }
/** `to` is a path from the root of the repository, or the name of a package. */
export type SourceImport = { file: string; to: string }

/** Files below some folders, with paths from the root of the repository. */
export const readSources = (patterns: string[]): ScannedFile[] =>
  globSync(patterns, {
    cwd: ROOT,
    exclude: (path) => /(^|\/)(node_modules|dist|packed)(\/|$)/.test(path),
  })
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

export const isTest = ({ path }: ScannedFile): boolean => /\.(test|fixture)\.tsx?$/.test(path)

/** `import … from`, `export … from` and imports of types, on one line or on several. */
const STATIC =
  /^(?:import|export)\s+(?:type\s+)?(?:[\w$]+\s*,?\s*)?(?:\*(?:\s+as\s+[\w$]+)?|\{[^}]*\})?\s*from\s+'([^']+)'/gm
const SIDE_EFFECT = /^import\s+'([^']+)'/gm
const DYNAMIC = /\bimport\(\s*'([^']+)'\s*\)/g

export const importsOf = ({ path, text }: ScannedFile): SourceImport[] =>
  [STATIC, SIDE_EFFECT, DYNAMIC]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([, name]) => ({
      file: path,
      to: name!.startsWith('.') ? normalize(join(dirname(path), name!)) : name!,
    }))

/** Loops in a graph of imports, as `a → b → a`: none only if there is none. */
export function findCycles(edges: { from: string; to: string }[]): string[] {
  const next = Map.groupBy(edges, ({ from }) => from)
  const cycles = new Set<string>()
  const done = new Set<string>()
  const walk = (node: string, path: string[]) => {
    const start = path.indexOf(node)
    if (start >= 0) {
      const cycle = path.slice(start)
      const first = cycle.indexOf(cycle.toSorted()[0]!)
      const rotated = [...cycle.slice(first), ...cycle.slice(0, first)]
      cycles.add([...rotated, rotated[0]].join(' → '))
    } else if (!done.has(node)) {
      for (const to of new Set(next.get(node)?.map((edge) => edge.to))) walk(to, [...path, node])
      done.add(node)
    }
  }
  for (const node of next.keys()) walk(node, [])
  return [...cycles].toSorted()
}
