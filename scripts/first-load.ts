// node scripts/first-load.ts: lists the scripts that a browser loads before Today can be used, with
// their gzip sizes. Build the web app first.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

type Chunk = { file: string; imports?: string[] }
type LoadedFile = { file: string; bytes: number }

/** The page, the screen and its English texts. Static imports count, dynamic imports do not. */
const FIRST = [
  'index.html',
  'src/features/today/today-page.tsx',
  ...['common', 'trade', 'today'].map((words) => `src/i18n/locales/en/${words}.json`),
]

export function firstLoad(dist: string): { files: LoadedFile[]; total: number } {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const loaded = new Set<string>()
  const add = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no ${name}`)
    if (loaded.has(chunk.file)) return
    loaded.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  FIRST.forEach(add)
  const files = [...loaded, 'scheme.js']
    .map((file) => ({ file, bytes: gzipSync(readFileSync(join(dist, file)), { level: 9 }).length }))
    .toSorted((one, other) => other.bytes - one.bytes)
  return { files, total: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

if (import.meta.main) {
  const dist = fileURLToPath(new URL('../web/dist', import.meta.url))
  if (!existsSync(join(dist, '.vite/manifest.json')))
    throw new Error('Build the web app first: npm run build -w web')
  const { files, total } = firstLoad(dist)
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9)
  for (const { file, bytes } of files) console.log(`${kilobytes(bytes)}  ${file}`)
  console.log(`${kilobytes(total)}  in total, of 150 kB`)
}
