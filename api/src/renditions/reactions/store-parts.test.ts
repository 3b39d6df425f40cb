import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startHashing } from '../../kernel/storage/hashing.ts'
import { createIntake } from '../../kernel/storage/intake.ts'
import { localStorage } from '../../kernel/storage/local.ts'
import { createPartStore } from './store-parts.ts'

test('does not follow a link that a codec left in the place of a segment', async (t) => {
  const path = await mkdtemp(join(tmpdir(), 'reelay-parts-'))
  const hashing = startHashing()
  t.after(async () => {
    await hashing.stop()
    await rm(path, { recursive: true })
  })
  const output = join(path, 'output')
  await mkdir(output)
  await writeFile(join(path, 'secret'), 'unreleased')
  await writeFile(join(output, 's00000.m4s'), 'segment')
  await symlink('../secret', join(output, 's00001.m4s'))
  const storePart = createPartStore(createIntake(localStorage(path), hashing), output)

  const segment = { mime: 'video/mp4', length: 7 }
  assert.equal((await storePart(1, { ...segment, name: 's00000.m4s' })).length, 7)
  await assert.rejects(storePart(2, { ...segment, name: 's00001.m4s' }), { code: 'ELOOP' })
})
