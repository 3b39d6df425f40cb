import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeReturnPath } from './return-path.ts'

test('keeps a path of this app', () => {
  assert.equal(safeReturnPath('/assets?q=salt'), '/assets?q=salt')
})

test('replaces anything else with the start page', () => {
  for (const path of [
    undefined,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'assets',
  ])
    assert.equal(safeReturnPath(path), '/')
})
