import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLASSES } from './catalog.ts'
import { namesIn } from './tools/run-suite.ts'

const cases = CLASSES.flatMap((one) => one.cases)

test('contains the 112 cases in order, each once', () => {
  assert.deepEqual(
    cases.map(({ number }) => number),
    Array.from({ length: 112 }, (_, index) => index + 1),
  )
})

test('every case runs something', () => {
  assert.deepEqual(
    cases.filter(({ run, tests }) => !run && !tests?.length).map(({ number }) => number),
    [],
  )
})

test('every class has a negative control', () => {
  assert.deepEqual(
    CLASSES.filter(({ controls }) => controls.length === 0).map(({ name }) => name),
    [],
  )
})

test('every named test of the suite exists', () => {
  const missing = cases
    .flatMap(({ tests = [] }) => tests)
    .filter(([file, name]) => !namesIn(file).some((one) => one.matches(name)))
  assert.deepEqual(missing, [])
})
