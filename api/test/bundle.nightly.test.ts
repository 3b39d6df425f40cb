// The service that `npm start` runs is a bundle, in which the bundler may rename functions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorkRequest } from '../src/workrequests/contract.ts'
import { tokenAuth } from './raw-http.ts'
import { startWithFixtures } from './service-fixtures.ts'

/** More than `compute` handles on the calling thread. */
const LINES = Array.from({ length: 200 }, (_none, index) => ({
  number: index + 1,
  text: `${index} ${'Lange Wörter '.repeat(50)}`.trim(),
  startTime: timeOf(index * 2),
  stopTime: timeOf(index * 2 + 1),
}))

function timeOf(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(11, 19)},000`
}

test('runs tasks in worker threads', async (t) => {
  const { service, admin, a, stop } = await startWithFixtures()
  t.after(stop)
  const { address } = service
  const headers = { ...tokenAuth(admin), 'content-type': 'application/json' }
  const { translation } = await admin.call(createWorkRequest, {
    body: { asset: a.asset._id, language: 'deu' },
  })
  const translationUrl = `${address}/api/translations/${translation._id}`
  const put = await fetch(`${translationUrl}/lines`, {
    method: 'PUT',
    headers,
    body: JSON.stringify(LINES),
  })
  assert.equal(put.status, 200, await put.text())
  for (const path of ['export?format=srt', 'export?format=xlsx', 'qc', 'merge', 'lines']) {
    const reply = await fetch(`${translationUrl}/${path}`, { headers })
    const text = await reply.text()
    assert.equal(reply.status, 200, `${path}: ${text.slice(0, 300)}`)
  }
})
