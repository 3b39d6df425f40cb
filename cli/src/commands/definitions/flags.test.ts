import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { adminJson } from '../../../test/admin-commands.ts'
import { flagsJson } from '../../../test/flags.ts'

test('flags.json matches the endpoints; npm run reference updates it', () =>
  assert.equal(readFileSync(new URL('flags.json', import.meta.url), 'utf8'), flagsJson()))

test('admin.json matches the commands of the operator; npm run reference updates it', () =>
  assert.equal(readFileSync(new URL('admin.json', import.meta.url), 'utf8'), adminJson()))
