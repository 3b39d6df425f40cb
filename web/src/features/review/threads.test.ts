import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { offlines } from '@reelay/api/contract'
import { filterThreads, findAdjacentThread, groupThreads } from './threads.ts'

const comment = (_id: string, frame: number | null, more: Partial<offlines.OfflineComment> = {}) =>
  ({
    _id,
    frame,
    range: null,
    created: 1,
    replyTo: null,
    resolved: null,
    removed: false,
    ...more,
  }) as offlines.OfflineComment
const resolved = { by: {} as never, date: 1 }
const threads = groupThreads([
  comment('late', 90),
  comment('early', 10, { resolved }),
  comment('answer', null, { replyTo: 'late' }),
  comment('gone', null, { replyTo: 'late', removed: true }),
])

test('sorts threads by frame and attaches their replies', () =>
  assert.deepEqual(
    threads.map(({ first, replies }) => [first._id, replies.map(({ _id }) => _id)]),
    [
      ['early', []],
      ['late', ['answer']],
    ],
  ))

test('filters threads by state', () =>
  assert.deepEqual(
    (['open', 'resolved', 'all'] as const).map((state) => filterThreads(threads, state).length),
    [1, 1, 2],
  ))

test('steps from the selected comment, or else from the current frame', () => {
  const to = (selected: string | undefined, frame: number, direction: 1 | -1) =>
    findAdjacentThread(threads, { selected, frame, direction })?.first._id
  assert.deepEqual(
    [to('early', 0, 1), to('late', 0, 1), to(undefined, 50, 1), to(undefined, 50, -1)],
    ['late', undefined, 'late', 'early'],
  )
})
