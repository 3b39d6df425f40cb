import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesBetween } from './changes.ts'

test('names only the fields that changed, to the last level', () => {
  const before = {
    _id: 'a',
    name: 'Old',
    usage: { online: false, broadcast: true },
    asset: { _id: 'x', name: 'Teaser', $links: {} },
    tags: ['one'],
    $links: { self: '1' },
    path: '/signed/1',
  }
  const after = {
    ...before,
    name: 'New',
    usage: { online: true, broadcast: true },
    asset: { _id: 'y', name: 'Trailer', $links: {} },
    tags: ['one', 'two'],
    $links: { self: '2' },
    path: '/signed/2',
  }
  assert.deepEqual(changesBetween(before, after), [
    { field: 'name', before: 'Old', after: 'New' },
    { field: 'usage.online', before: false, after: true },
    { field: 'asset', before: 'Teaser', after: 'Trailer' },
    { field: 'tags', before: 'one', after: 'one, two' },
  ])
  assert.deepEqual(changesBetween(before, { ...before, $links: {} }), [])
})

test('shows a new entry of a list in one line', () => {
  const first = { status: 'submitted', date: 1, user: { _id: 'u', name: 'Ada' }, reason: '' }
  const second = { ...first, status: 'cancelled', reason: 'Later', history: [] }
  assert.deepEqual(changesBetween({ history: [first] }, { history: [first, second] }), [
    {
      field: 'history.1',
      before: undefined,
      after: 'status: cancelled, date: 1, user: Ada, reason: Later',
    },
  ])
})
