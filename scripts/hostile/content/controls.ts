import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCanary } from '../tools/canary.ts'
import type { Installation } from '../tools/installation.ts'
import { isCanonical } from './text.ts'

export async function plantedSqlError(on: Installation): Promise<string> {
  const before = await on.readDatabaseLog()
  await assert.rejects(on.query("select * from person where id = '' or"))
  await sleep(200)
  assert.match((await on.readDatabaseLog()).slice(before.length), /ERROR:/)
  return 'ERROR found'
}

export async function canaryFires(): Promise<string> {
  const canary = await startCanary()
  const socket = connect(canary.port, '127.0.0.1')
  await once(socket, 'close')
  canary.stop()
  assert.equal(canary.calls(), 1)
  return '1 connection'
}

export async function rawMarkup(): Promise<string> {
  assert.ok(isCanonical('a<br><i>b</i>'))
  assert.ok(!isCanonical('<img src=x onerror=alert(1)>'))
  return 'an image is not canonical'
}
