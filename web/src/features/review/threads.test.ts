import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { offlines } from '@reelay/api/contract'
import { inState, stepFrom, threadsOf } from './threads.ts'

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
const threads = threadsOf([
  comment('late', 90),
  comment('early', 10, { resolved }),
  comment('answer', null, { replyTo: 'late' }),
  comment('gone', null, { replyTo: 'late', removed: true }),
])

test('threads stand along the film with their answers', () =>
  assert.deepEqual(
    threads.map(({ first, replies }) => [first._id, replies.map(({ _id }) => _id)]),
    [
      ['early', []],
      ['late', ['answer']],
    ],
  ))

test('what is being taken back is not shown', () =>
  assert.equal(threadsOf([comment('a', 1)], new Set(['a'])).length, 0))

test('open ones are those nobody resolved', () =>
  assert.deepEqual(
    (['open', 'resolved', 'all'] as const).map((state) => inState(threads, state).length),
    [1, 1, 2],
  ))

test('one goes from comment to comment, or from where the film stands', () => {
  const to = (chosen: string | undefined, frame: number, by: 1 | -1) =>
    stepFrom(threads, { chosen, frame, by })?.first._id
  assert.deepEqual(
    [to('early', 0, 1), to('late', 0, 1), to(undefined, 50, 1), to(undefined, 50, -1)],
    ['late', undefined, 'late', 'early'],
  )
})
