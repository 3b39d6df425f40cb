// Writes docs/reference if one of its sources changed. The pages are not committed: every start,
// build and test run writes them first.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = dirname(import.meta.dirname)
const PAGES = join(ROOT, 'docs/reference')
const STAMP = join(ROOT, 'node_modules/.cache/reference.json')
const SOURCES = '{api/src,cli/src,subtitles/src,scripts/docs/reference}/**/*.{ts,json}'

type Stamp = { sources: string; pages: string[] }

const sources = digestSources()
if (!isWritten(readStamp(), sources)) {
  const { writeReference } = await import('./docs/reference/write.ts')
  const stamp: Stamp = { sources, pages: await writeReference() }
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, JSON.stringify(stamp))
}

function isWritten(stamp: Stamp | undefined, wanted: string): boolean {
  return stamp?.sources === wanted && stamp.pages.every((name) => existsSync(join(PAGES, name)))
}

function readStamp(): Stamp | undefined {
  return existsSync(STAMP) ? (JSON.parse(readFileSync(STAMP, 'utf8')) as Stamp) : undefined
}

function digestSources(): string {
  const hash = createHash('sha256')
  const paths = globSync(SOURCES, { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts'))
  for (const path of paths.toSorted()) hash.update(path).update(readFileSync(join(ROOT, path)))
  return hash.digest('hex')
}
