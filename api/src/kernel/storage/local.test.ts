import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { Problem } from '../problem.ts'
import { localStorage } from './local.ts'
import { storageSuite } from './suite.ts'

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'reelay-storage-'))
  t.after(() => rm(path, { recursive: true }))
  return path
}

storageSuite('on disk', async (t) => localStorage(await folder(t)))

test('on disk: nothing is left in the place for what is coming in', async (t) => {
  const path = await folder(t)
  const storage = localStorage(path)
  const { key } = await storage.put(Readable.from([Buffer.from('abc')]))
  await storage.put(Readable.from([Buffer.from('abc')]))
  await assert.rejects(storage.put(Readable.from((async function* () { yield Buffer.from('half'); throw new Error('cut') })())), /cut/)
  assert.deepEqual(await readdir(join(path, 'incoming')), [])
  assert.equal((await stat(join(path, 'objects', key.slice(0, 2), key.slice(2, 4), key))).mode & 0o007, 0, 'and others on the machine cannot read it')
})

test('on disk: a full disk is told as such, and nothing is left of what came', async (t) => {
  const path = await folder(t)
  const storage = localStorage(path)
  const full = Readable.from((async function* () { yield Buffer.alloc(10); throw Object.assign(new Error('no space left'), { code: 'ENOSPC' }) })())
  await assert.rejects(storage.put(full), (error) => error instanceof Problem && error.status === 507 && error.code === 'storage.full')
  assert.deepEqual(await readdir(join(path, 'incoming')), [])
})
