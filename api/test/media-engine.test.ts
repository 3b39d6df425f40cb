import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { EXIT_CODES } from '../src/start-failure.ts'

const SERVER = fileURLToPath(new URL('../src/server.ts', import.meta.url))

test('the service does not start with codecs that cannot be loaded', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-media-'))
  t.after(() => rm(folder, { recursive: true }))
  const broken = join(folder, 'broken.node')
  await writeFile(broken, 'no library')
  for (const [path, reason] of [
    [join(folder, 'missing.node'), /cannot open shared object file|no such file/i],
    [broken, /invalid ELF header|file too short|not a mach-o/i],
  ] as const) {
    const { status, stderr } = spawnSync(process.execPath, [SERVER], {
      env: { ...process.env, MEDIA_ENGINE: path, DATA_DIR: folder, DEMO: '0' },
      encoding: 'utf8',
    })
    assert.equal(status, EXIT_CODES.configuration)
    assert.match(stderr, /^Reelay cannot start: MEDIA_ENGINE cannot be loaded: .+\.$/m)
    assert.match(stderr, reason)
  }
})
