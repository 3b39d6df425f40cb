import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, copyFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test, type TestContext } from 'node:test'
import { toneWav } from '../../demo/sample-files.ts'
import { EXIT_CODES } from '../start-failure.ts'
import { describeCodecs, licenseOf } from './codecs.ts'
import { createMediaEngine } from './engine.ts'
import { folderFor } from './test-media.fixture.ts'

const SERVER = fileURLToPath(new URL('../server.ts', import.meta.url))
const INSTALLED = `@seydx/node-av-${process.platform}-${process.arch}/node-av.node`

/** As if the operator had built it. Other users can read it, because codecs may run as nobody. */
async function ownBuild(t: TestContext): Promise<string> {
  const folder = await folderFor(t)
  await chmod(folder, 0o755)
  const path = join(folder, 'own.node')
  await copyFile(createRequire(import.meta.url).resolve(INSTALLED), path)
  return path
}

test('derives the license as FFmpeg does', () => {
  assert.equal(licenseOf('--enable-gpl --enable-version3'), 'GPL version 3 or later')
  assert.equal(licenseOf('--enable-gpl'), 'GPL version 2 or later')
  assert.equal(licenseOf('--enable-version3'), 'LGPL version 3 or later')
  assert.equal(licenseOf('--disable-gpl --enable-libopus'), 'LGPL version 2.1 or later')
  assert.equal(licenseOf('--enable-gpl --enable-nonfree'), 'nonfree and unredistributable')
})

test('describes the FFmpeg of the npm package', async () => {
  const { version, license, encodesH264 } = await describeCodecs()
  assert.match(version, /^\d+\.\d/)
  assert.deepEqual([license, encodesH264], ['GPL version 3 or later', true])
})

test('processes media in the sandbox with a build of the operator', async (t) => {
  const binding = await ownBuild(t)
  assert.equal((await describeCodecs(binding)).license, 'GPL version 3 or later')
  const engine = createMediaEngine({ allowUnsandboxed: true, binding })
  const input = join(await folderFor(t), 'tone.wav')
  await writeFile(input, toneWav(440))
  const { kind } = await engine.run({ do: 'probe' }, { input, folder: await folderFor(t) })
  assert.equal(kind, 'audio')
  assert.equal(
    (await engine.sandbox()).layers,
    (await createMediaEngine({ allowUnsandboxed: true }).sandbox()).layers,
  )
})

test('does not start with a build that cannot be loaded', async (t) => {
  const folder = await folderFor(t)
  const broken = join(folder, 'broken.node')
  await writeFile(broken, 'no library')
  for (const [path, reason] of [
    [join(folder, 'missing.node'), /cannot open shared object file|no such file/i],
    [broken, /invalid ELF header|file too short|not a mach-o/i],
  ] as const) {
    await assert.rejects(describeCodecs(path), reason)
    const { status, stderr } = spawnSync(process.execPath, [SERVER], {
      env: { ...process.env, MEDIA_ENGINE: path, DATA_DIR: folder, DEMO: '0' },
      encoding: 'utf8',
    })
    assert.equal(status, EXIT_CODES.configuration)
    assert.match(stderr, /^Reelay cannot start: MEDIA_ENGINE cannot be loaded: .+\.$/m)
    assert.match(stderr, reason)
  }
})
