import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTmx } from './tmx-read.ts'

const ENTRY =
  '<tu><tuv xml:lang="en-GB"><seg>We have to go.</seg></tuv><tuv xml:lang="DE"><seg>Wir müssen los.</seg></tuv></tu>'

test('reads a hundred thousand entries one by one', () => {
  const file = `<tmx version="1.4"><header srclang="en-US"/><body>${ENTRY.repeat(100_000)}</body></tmx>`
  let count = 0
  for (const step of readTmx(file, { maxLength: 2000 }))
    count += step.kind === 'pairs' ? step.pairs.length : Number.NaN
  assert.equal(count, 100_000)
})
