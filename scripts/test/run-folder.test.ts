import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createRunFolder } from './run-folder.ts'

test('ends the processes of the run and removes its folder', async (t) => {
  if (process.platform !== 'linux') return t.skip('only Linux shows the environment of processes')
  const folder = createRunFolder()
  writeFileSync(join(folder.path, 'left.txt'), '')
  const ours = spawn('sleep', ['300'], { env: { ...process.env, ...folder.env } })
  const other = spawn('sleep', ['300'])
  t.after(() => other.kill())
  await Promise.all([once(ours, 'spawn'), once(other, 'spawn')])
  const ended = once(ours, 'exit')
  assert.deepEqual(folder.remove(), ['sleep 300'])
  assert.deepEqual(await ended, [null, 'SIGKILL'])
  assert.ok(!existsSync(folder.path))
  assert.equal(other.exitCode, null)
})
