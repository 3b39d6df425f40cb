// The table in docs/run/asvs.md is complete, and names tests that exist.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const page = readFileSync(join(ROOT, 'docs/run/asvs.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

/** How many requirements each section has at levels 1 and 2. Those of level 3 follow them. */
const SECTIONS: Record<string, number[]> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
}

test('lists every requirement of ASVS 5.0 at levels 1 and 2 once', () => {
  const expected = Object.entries(SECTIONS).flatMap(([chapter, sections]) =>
    sections.flatMap((count, section) =>
      Array.from({ length: count }, (_, index) => `${chapter}.${section + 1}.${index + 1}`),
    ),
  )
  assert.equal(expected.length, 253)
  const listed = rows.flatMap(([, requirement]) => requirement!.match(/\d+\.\d+\.\d+/g) ?? [])
  assert.deepEqual(listed.toSorted(), expected.toSorted())
})

test('says for every requirement whether it is met', () => {
  const unclear = rows.filter(
    ([, , how]) => !/^(Met|Partly|Not met|Not applicable|Operator)\b/.test(how!),
  )
  assert.deepEqual(unclear, [])
})

test('gives a reason where a requirement is not met', () => {
  const bare = rows.filter(([, , how]) => /^(Partly|Not|Operator)/.test(how!) && how!.length < 20)
  assert.deepEqual(bare, [])
})

test('names only test files that exist', () => {
  const named = rows.flatMap(([, , , tests]) =>
    [...tests!.matchAll(/`([^`]+)`/g)].map(([, path]) => path!),
  )
  assert.ok(named.length > 150, String(named.length))
  assert.deepEqual(
    named.filter((path) => !/\.(test|spec)\.ts$/.test(path) || !existsSync(join(ROOT, path))),
    [],
  )
})
