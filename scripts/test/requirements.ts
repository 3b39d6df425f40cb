// Finds out what the chosen test files need, by following their imports: pure tests should not wait
// for PostgreSQL, and most not for a build of the web app.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { ChosenFiles } from './choose-files.ts'

export type TestRequirements = {
  database: boolean
  s3: boolean
  /** The bundle of the service, from which also `reelay admin` and the codecs start. */
  bundle: boolean
  webApp: boolean
  cli: boolean
}

const ROOT = join(import.meta.dirname, '../..')
/** Imports of values. Imports of types are erased when the tests run. */
const IMPORTS =
  /\b(?:import|export)\s+(?!type\b)(?:[\w*\s{},$]+?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/g
/** The test support finds these in its environment. */
const DATABASE = /process\.env\.TEST_CLUSTER/
const S3 = /process\.env\.TEST_S3/
const CLI = /process\.env\.TEST_CLI/
const WEB_BUILD = /web\/dist/
/** Starts a real service, which serves the web app. */
const SERVICE = join(ROOT, 'api/test/service.ts')
const ENGINE = join(ROOT, 'media/src/engine.ts')
const FIRST_WALL = join(ROOT, 'api/test/first-wall.ts')

export function findRequirements({ files, projects }: ChosenFiles): TestRequirements {
  const usesBrowser = projects.length > 0
  const requirements = {
    database: usesBrowser,
    s3: false,
    bundle: usesBrowser,
    cli: false,
    webApp: usesBrowser,
  }
  for (const [path, text] of readSources(files)) {
    requirements.database ||= DATABASE.test(text)
    requirements.s3 ||= S3.test(text)
    requirements.cli ||= CLI.test(text)
    requirements.webApp ||= path === SERVICE || WEB_BUILD.test(text)
    requirements.bundle ||= path === ENGINE
  }
  return requirements
}

/** Whether the file starts services, which it may kill, or replaces modules of the service. */
export function runsAlone(testFile: string): boolean {
  const sources = readSources([testFile])
  return sources.has(SERVICE) || sources.has(FIRST_WALL)
}

type Source = { text: string; imports: string[] }
const cache = new Map<string, Source>()

/** The files and everything in this repository that they import, by path. */
function readSources(files: readonly string[]): Map<string, string> {
  const sources = new Map<string, string>()
  const waiting = files.map((file) => resolve(ROOT, file))
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (sources.has(path)) continue
    const { text, imports } = cache.get(path) ?? readSource(path)
    sources.set(path, text)
    waiting.push(...imports)
  }
  return sources
}

function readSource(path: string): Source {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const imports = [...text.matchAll(IMPORTS)].flatMap(
    ([, statement, expression]) => resolveImport(statement ?? expression!, path) ?? [],
  )
  const source = { text, imports }
  cache.set(path, source)
  return source
}

/** The other packages import no test support and need nothing, so their imports are not followed. */
const resolveImport = (specifier: string, from: string): string | undefined => {
  if (specifier === '@reelay/media') return ENGINE
  return specifier.startsWith('.') && /\.tsx?$/.test(specifier)
    ? resolve(dirname(from), specifier)
    : undefined
}
