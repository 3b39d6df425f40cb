import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchByTime } from './match-by-time.ts'

const at = (id: string, startMs: number, stopMs: number) => ({ id, startMs, stopMs })
const match = (lines: ReturnType<typeof at>[], others: ReturnType<typeof at>[]) =>
  [...matchByTime(lines, others)].map(([id, found]) => [id, ...found.map((one) => one.id)])

test('finds the lines that are shown at the same time', () => {
  const lines = [at('a', 0, 2_000), at('b', 2_100, 4_000), at('c', 9_000, 10_000)]
  const others = [at('x', 100, 1_900), at('y', 2_000, 3_000), at('z', 3_000, 4_100)]
  assert.deepEqual(match(lines, others), [['a', 'x'], ['b', 'y', 'z'], ['c']])
})

test('shows one long line beside both lines that it covers', () => {
  const lines = [at('a', 0, 1_000), at('b', 1_000, 2_000)]
  assert.deepEqual(match(lines, [at('x', 0, 2_000)]), [
    ['a', 'x'],
    ['b', 'x'],
  ])
})

test('ignores a line that only touches', () => {
  assert.deepEqual(match([at('a', 0, 1_000)], [at('x', 900, 3_000)]), [['a']])
})
