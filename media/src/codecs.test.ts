import assert from 'node:assert/strict'
import { chmod, copyFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { describeCodecs, licenseOf } from './codecs.ts'
import { createMediaEngine } from './engine.ts'
import { writeWav } from './formats/wav.ts'
import { folderFor } from './test-media.fixture.ts'

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
  await writeFile(input, writeWav(new Int16Array(8000).fill(1000), 8000))
  const { kind } = await engine.run({ do: 'probe' }, { input, folder: await folderFor(t) })
  assert.equal(kind, 'audio')
  assert.equal(
    (await engine.sandbox()).layers,
    (await createMediaEngine({ allowUnsandboxed: true }).sandbox()).layers,
  )
})

test('says why a build cannot be loaded', async (t) => {
  const broken = join(await folderFor(t), 'broken.node')
  await writeFile(broken, 'no library')
  await assert.rejects(describeCodecs(broken), /invalid ELF header|file too short|not a mach-o/i)
})
