import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { flagsJson } from '../../../test/flags.ts'

test('flags.json matches the endpoints; npm run reference updates it', () =>
  assert.equal(readFileSync(new URL('flags.json', import.meta.url), 'utf8'), flagsJson()))
