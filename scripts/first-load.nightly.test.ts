// What the browser loads before Today can be used.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'

const ROOT = join(import.meta.dirname, '..')
/** The page, the screen and its English texts. Static imports count, dynamic imports do not. */
const FIRST = [
  'index.html',
  'src/features/today/today-page.tsx',
  ...['common', 'trade', 'today'].map((words) => `src/i18n/locales/en/${words}.json`),
]

test('Today loads less than 150 kB of script, without charts and editors', (t) => {
  const dist = mkdtempSync(join(tmpdir(), 'reelay-build-'))
  t.after(() => rmSync(dist, { recursive: true, force: true }))
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const args = [vite, 'build', 'web', '--outDir', dist, '--logLevel', 'error']
  const built = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  assert.equal(built.status, 0, built.stderr)
  const files = listFiles(dist).toSorted((one, other) => other.bytes - one.bytes)
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  t.diagnostic(`${(total / 1000).toFixed(1)} kB gzip in ${files.length} files`)
  assert.ok(total < 150_000, `${total} bytes: ${JSON.stringify(files.slice(0, 6))}`)
  assert.deepEqual(
    files.filter(({ file }) => /dashboard|arranger|hls|engine/.test(file)),
    [],
  )
})

function listFiles(dist: string): { file: string; bytes: number }[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string; imports?: string[] }
  >
  const loaded = new Set<string>(['scheme.js'])
  const add = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no ${name}`)
    if (loaded.has(chunk.file)) return
    loaded.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  FIRST.forEach(add)
  return [...loaded].map((file) => ({
    file,
    bytes: gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
  }))
}
