// node scripts/first-load.ts: the script a browser fetches before Today can be used, as it goes
// over the line (gzip). Build the web app first.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

type Chunk = { file: string; imports?: string[] }
type Weighed = { file: string; bytes: number }

/**
 * The page itself, the screen, and the words of both in the language of most readers. What a chunk
 * imports comes with it; what it imports later does not.
 */
const FIRST = [
  'index.html',
  'src/screens/today/today.tsx',
  ...['common', 'trade', 'today'].map((words) => `src/languages/en/${words}.json`),
]

export function firstLoad(dist: string): { files: Weighed[]; total: number } {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const needed = new Set<string>()
  const need = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no ${name}`)
    if (needed.has(chunk.file)) return
    needed.add(chunk.file)
    chunk.imports?.forEach(need)
  }
  FIRST.forEach(need)
  const files = [...needed, 'scheme.js']
    .map((file) => ({ file, bytes: gzipSync(readFileSync(join(dist, file)), { level: 9 }).length }))
    .toSorted((one, other) => other.bytes - one.bytes)
  return { files, total: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

if (import.meta.main) {
  const dist = fileURLToPath(new URL('../web/dist', import.meta.url))
  if (!existsSync(join(dist, '.vite/manifest.json')))
    throw new Error('There is no build of the web app: npm run build -w web')
  const { files, total } = firstLoad(dist)
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9)
  for (const { file, bytes } of files) console.log(`${kilobytes(bytes)}  ${file}`)
  console.log(`${kilobytes(total)}  in all, of 200 kB`)
}
