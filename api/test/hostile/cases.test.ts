import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { CLASSES } from './cases.ts'
import type { TestsOf } from './cases/case.ts'

const ROOT = join(import.meta.dirname, '../../..')
const cases = CLASSES.flatMap((group) => group.cases)
const named = [
  ...cases.flatMap(({ tests }) => tests),
  ...CLASSES.flatMap(({ controls }) => controls),
]

/** The names of the tests in a file, with `…` for what a template fills in. */
function namesIn(file: string): string[] {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const calls = source.matchAll(/\btest\(\s*(?:'((?:[^'\\]|\\.)+)'|"([^"]+)"|`([^`]+)`)/g)
  return [...calls].map(
    ([, single, double, template]) =>
      single?.replaceAll("\\'", "'") ?? double ?? template!.replace(/\$\{[^}]+\}/g, '…'),
  )
}
const pairsOf = ([file, ...names]: TestsOf) => names.map((name) => `${file}: ${name}`)

test('contains the 112 cases in order, each with a test', () => {
  assert.deepEqual(
    cases.map(({ number }) => number),
    Array.from({ length: 112 }, (_, index) => index + 1),
  )
  for (const { number, tests } of cases) assert.ok(tests.length > 0, String(number))
})

test('every class has a negative control', () => {
  for (const { name, controls } of CLASSES) assert.ok(controls.length > 0, name)
})

test('every named test exists', () => {
  const missing = named.flatMap(([file, ...names]) => {
    const existing = namesIn(file)
    return names.filter((name) => !existing.includes(name)).map((name) => `${file}: ${name}`)
  })
  assert.deepEqual(missing, [])
})

test('every test of this folder is in the table', () => {
  const files = globSync('api/test/hostile/*.nightly.test.ts', { cwd: ROOT })
  assert.ok(files.length > 0)
  const listed = new Set(named.flatMap(pairsOf))
  const others = files.flatMap((file) => pairsOf([file, ...namesIn(file)]))
  assert.deepEqual(
    others.filter((title) => !listed.has(title)),
    [],
  )
})
