import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startWatchdog } from './watchdog.ts'

test('waits for a process without a processor, and ends one that makes no progress', async () => {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
  const { promise, resolve } = Promise.withResolvers<Error>()
  const watchdog = startWatchdog(child, { memory: Infinity, stall: 0.1 }, resolve)
  try {
    assert.equal(await Promise.race([promise, sleep(300)]), undefined)
    assert.match((await promise).message, /no progress for 0.1 s/)
  } finally {
    watchdog.stop()
  }
})
