import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events } from '@reelay/api/contract'
import { groupByDay, linkOf, TOPICS } from './notification-topics.ts'

const base = {
  from: { _id: 'p1' },
  details: {},
  assets: [{ _id: 'a1', name: 'Trailer' }],
} as unknown as Parameters<typeof linkOf>[0]
const request = { workRequest: { _id: 'w1' } } as unknown as Pick<
  Parameters<typeof linkOf>[0],
  'workRequest'
>

test('links to the request, or to its translation', () => {
  assert.deepEqual(linkOf({ ...base, ...request, type: 'wrv' }), {
    to: '/workrequests/$id',
    params: { id: 'w1' },
  })
  assert.deepEqual(linkOf({ ...base, ...request, type: 'ofl' }), {
    to: '/workrequests/$id',
    params: { id: 'w1' },
  })
  assert.deepEqual(linkOf({ ...base, ...request, type: 'tsu' }), {
    to: '/workrequests/$id/translate',
    params: { id: 'w1' },
  })
})

test('links a comment to its offline and position', () => {
  assert.deepEqual(
    linkOf({ ...base, ...request, type: 'ofc', details: { offline: 'o1', comment: 'c1' } }),
    { to: '/offlines/$id', params: { id: 'o1' }, search: { comment: 'c1' } },
  )
})

test('links a comment on a line to that line, in the right part', () => {
  const about = { workRequest: { _id: 'w1', translation: 't1', graphicsTranslation: 't2' } }
  const linkFor = (translation: string) =>
    linkOf({
      ...base,
      ...(about as unknown as typeof request),
      type: 'tcm',
      details: { translation, line: 'l1' },
    })
  assert.deepEqual(linkFor('t1'), {
    to: '/workrequests/$id/translate',
    params: { id: 'w1' },
    search: { line: 'l1' },
  })
  assert.deepEqual(linkFor('t2')?.search, { sheet: 'graphics', line: 'l1' })
})

test('links files to their asset and a budget to the downloads of the person', () => {
  assert.deepEqual(linkOf({ ...base, type: 'fin' }), { to: '/assets/$id', params: { id: 'a1' } })
  assert.deepEqual(linkOf({ ...base, type: 'dlb' }), { to: '/downloads', search: { user: 'p1' } })
})

test('has no link if nothing is visible', () =>
  assert.equal(linkOf({ ...base, assets: [], type: 'fin' }), undefined))

test('every event type belongs to one topic', () => {
  assert.deepEqual(Object.values(TOPICS).flat().toSorted(), [...events.EVENT_TYPES].toSorted())
})

test('keeps the order within a day', () => {
  const items = [{ created: 90_000 }, { created: 86_401 }, { created: 5 }]
  assert.deepEqual(
    groupByDay(items, (at) => String(Math.floor(at / 86_400))),
    [
      { day: '1', at: 90_000, items: items.slice(0, 2) },
      { day: '0', at: 5, items: items.slice(2) },
    ],
  )
})
