import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LONG_TESTS } from './long-tests.ts'

const ROOT = join(import.meta.dirname, '../..')

test('every long test exists, and is listed once', () => {
  assert.deepEqual(
    LONG_TESTS.filter((file) => !existsSync(join(ROOT, file))),
    [],
  )
  assert.equal(new Set(LONG_TESTS).size, LONG_TESTS.length)
})
