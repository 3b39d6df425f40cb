import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findProblem } from './file-problem.ts'

const problemOf = (name: string, content: string | Uint8Array<ArrayBuffer>) =>
  findProblem(new File([content], name))

test('finds empty files, and text that is named like a film', async () => {
  assert.equal(await problemOf('kite.mov', ''), 'empty')
  assert.equal(await problemOf('kite.srt', ''), 'empty')
  assert.equal(await problemOf('kite.mp4', 'This is no film.\r\nÄ\n'), 'text')
  assert.equal(await problemOf('kite.png', 'ä'.repeat(5_000)), 'text')
})

test('accepts media, and text that is named like text', async () => {
  const mp4 = new Uint8Array([0, 0, 0, 24, 102, 116, 121, 112, 105, 115, 111, 109])
  assert.equal(await problemOf('kite.mp4', mp4), undefined)
  assert.equal(await problemOf('kite.mxf', new Uint8Array([6, 14, 43, 52])), undefined)
  assert.equal(await problemOf('kite.wav', 'RIFF\u0004\u0000\u0000\u0000WAVE'), undefined)
  assert.equal(await problemOf('kite.srt', '1\n00:00:01,000'), undefined)
})
