import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { firstLoad } from './first-load.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

test('Today loads less than 150 kB of script, without charts and editors', (t) => {
  const dist = mkdtempSync(join(tmpdir(), 'reelay-build-'))
  t.after(() => rmSync(dist, { recursive: true, force: true }))
  const built = spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/vite/bin/vite.js'),
      'build',
      'web',
      '--outDir',
      dist,
      '--logLevel',
      'error',
    ],
    { cwd: ROOT, encoding: 'utf8' },
  )
  assert.equal(built.status, 0, built.stderr)
  const { files, total } = firstLoad(dist)
  t.diagnostic(`${(total / 1000).toFixed(1)} kB gzip in ${files.length} files`)
  assert.ok(total < 150_000, `${total} bytes: ${JSON.stringify(files.slice(0, 6))}`)
  assert.deepEqual(
    files.filter(({ file }) => /dashboard|arranger|hls|engine/.test(file)),
    [],
  )
})
