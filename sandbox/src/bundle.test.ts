import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { findBundled } from './bundle.ts'

const [EARLIER, BUILT, LATER] = [1_000, 2_000, 3_000]

test('finds a bundle that is newer than its sources', async (t) => {
  const { bundle, sources } = await createInstallation(t)
  assert.equal(findBundled(join(bundle, 'child.js'), [sources]), join(bundle, 'child.js'))
  assert.equal(findBundled(join(bundle, 'other.js'), [sources]), undefined)
})

test('finds no bundle after a source was changed, added or removed', async (t) => {
  const { bundle, sources } = await createInstallation(t)
  const source = join(sources, 'inner', 'child.ts')
  await utimes(source, LATER, LATER)
  assert.equal(findBundled(join(bundle, 'child.js'), [sources]), undefined)
  await utimes(source, EARLIER, EARLIER)
  assert.ok(findBundled(join(bundle, 'child.js'), [sources]))
  await rm(source)
  assert.equal(findBundled(join(bundle, 'child.js'), [sources]), undefined)
})

test('finds no bundle that was not finished', async (t) => {
  const { bundle, sources } = await createInstallation(t)
  await rm(join(bundle, '.stamp'))
  assert.equal(findBundled(join(bundle, 'child.js'), [sources]), undefined)
})

async function createInstallation(t: TestContext): Promise<{ bundle: string; sources: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-bundle-'))
  t.after(() => rm(folder, { recursive: true }))
  const [bundle, sources] = [join(folder, 'dist'), join(folder, 'src')]
  await mkdir(bundle)
  await mkdir(join(sources, 'inner'), { recursive: true })
  for (const name of ['child.js', '.stamp']) {
    await writeFile(join(bundle, name), '')
    await utimes(join(bundle, name), BUILT, BUILT)
  }
  await writeFile(join(sources, 'inner', 'child.ts'), '')
  for (const path of ['inner/child.ts', 'inner', ''])
    await utimes(join(sources, path), EARLIER, EARLIER)
  return { bundle, sources }
}
