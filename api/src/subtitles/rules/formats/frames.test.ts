import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { frameAt, labelOf } from './frames.ts'

test('labels are dropped at every minute but the tenth', () => {
  const known: [number, string][] = [[0, '00:00:00;00'], [1799, '00:00:59;29'], [1800, '00:01:00;02'], [3597, '00:01:59;29'], [3598, '00:02:00;02'], [17_981, '00:09:59;29'], [17_982, '00:10:00;00'], [107_892, '01:00:00;00']]
  for (const [frame, label] of known) assert.equal(labelOf(frame, 30, true), label)
})

test('a label that was dropped, or never was, names no frame', () => {
  for (const parts of [[0, 1, 0, 0], [0, 59, 0, 1], [0, 0, 0, 30], [0, 60, 0, 0], [0, 0, 60, 0]]) assert.equal(frameAt(parts, 30, true), undefined)
  assert.equal(frameAt([0, 1, 0, 0], 30), 1800)
})

test('each frame has one label and each label its frame', () => fc.assert(fc.property(fc.nat({ max: 24 * 107_892 }), fc.constantFrom(24, 25, 30, 50), fc.boolean(), (frame, perSecond, drop) => {
  const dropping = drop && perSecond === 30
  assert.equal(frameAt(labelOf(frame, perSecond, dropping).split(/[:;]/).map(Number), perSecond, dropping), frame)
}), { numRuns: 1000 }))
