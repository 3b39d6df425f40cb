import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EVENT_TYPES, type Event } from '../../events/contract.ts'
import { groupEvents, summarySentence, type MailEvent } from './group-events.ts'

const REQUEST = { _id: 'w1', language: 'deu', territory: 'DE', due: null }
const ASSET = { _id: 'a1', name: 'Trailer X', project: 'Film X' }
const eventOf = (type: Event['type'], time: number, more: Partial<MailEvent> = {}): MailEvent => ({
  event: `e${time}`,
  type,
  time,
  by: 'Ada',
  details: {},
  asset: ASSET,
  project: null,
  request: REQUEST,
  ...more,
})

test('summarizes five moves of one request in one line', () => {
  const flips = (['wsu', 'wam', 'wip', 'wam', 'wip'] as const).map((type, index) =>
    eventOf(type, index),
  )
  assert.deepEqual(groupEvents(flips).map(summarySentence), [
    'Trailer X, German: submitted → awaiting materials → in progress → awaiting materials → in progress, by Ada',
  ])
})

test('names the project of an event about it, and of a new asset', () => {
  const project = { _id: 'p1', name: 'Film X' }
  const lines = groupEvents([
    eventOf('pch', 1, {
      request: null,
      asset: null,
      project,
      details: { fields: 'name, release' },
    }),
    eventOf('acr', 2, { request: null, project }),
  ])
  assert.deepEqual(lines.map(summarySentence), [
    'Film X, Trailer X: a new asset, by Ada',
    'Film X: project changed: name, release, by Ada',
  ])
})

test('names nobody for an automatic step', () => {
  const automatic = eventOf('wip', 2, { details: { cause: 'materials-complete' } })
  assert.deepEqual(groupEvents([automatic]).map(summarySentence), [
    'Trailer X, German: in progress, automatic, after the last material was approved',
  ])
  assert.deepEqual(groupEvents([eventOf('wsu', 1, { by: 'Bo' }), automatic]).map(summarySentence), [
    'Trailer X, German: submitted → in progress, by Bo, automatic, after the last material was approved',
  ])
})

test('names each person once in order and counts the rest', () => {
  const by = (...names: string[]) =>
    summarySentence(
      groupEvents(names.map((name, index) => eventOf('wip', index, { by: name })))[0]!,
    ).split(', by ')[1]
  assert.equal(by('Ada', 'Bo', 'Ada'), 'Ada and Bo')
  assert.equal(by('Ada', 'Bo', 'Cy'), 'Ada, Bo and Cy')
  assert.equal(by('Ada', 'Bo', 'Cy', 'Di'), 'Ada, Bo and 2 others')
})

test('separates events by type, request and language', () => {
  const lines = groupEvents([
    eventOf('wip', 1),
    eventOf('tsu', 2, { details: { language: 'fra' } }),
    eventOf('tap', 3, { details: { language: 'fra' } }),
    eventOf('tsu', 4, { details: { language: 'deu' } }),
    eventOf('wip', 5, { request: { ...REQUEST, _id: 'w2', language: 'ita' } }),
    eventOf('ofl', 6),
    eventOf('ofl', 7),
    eventOf('fin', 8, { request: null, details: { files: '40' } }),
    eventOf('fin', 8, { request: null }),
    eventOf('aph', 9, { request: null, details: { from: 'WIP', to: 'LOCK' } }),
    eventOf('aph', 10, { request: null, details: { from: 'LOCK', to: 'FINAL' } }),
    eventOf('dlb', 11, { request: null, asset: null }),
  ])
  assert.deepEqual(lines.map(summarySentence), [
    'a download budget is almost used up, by Ada',
    'Trailer X: moved to LOCK → FINAL, by Ada',
    'Trailer X: 41 new files, by Ada',
    'Trailer X, German: 2 new offlines, by Ada',
    'Trailer X, Italian: in progress, by Ada',
    'Trailer X, German: translation submitted, by Ada',
    'Trailer X, French: translation submitted → approved, by Ada',
    'Trailer X, German: in progress, by Ada',
  ])
})

const WORDS: Record<string, string> = {
  wsu: 'submitted',
  wam: 'awaiting materials',
  wip: 'in progress',
  wrv: 'for review',
  wrj: 'rejected',
  wap: 'approved',
  wco: 'complete',
  wcx: 'cancelled',
}
const anything = fc.record({
  type: fc.constantFrom(...EVENT_TYPES),
  time: fc.nat(1000),
  by: fc.string(),
  details: fc.constantFrom<MailEvent['details']>(
    {},
    { language: 'deu' },
    { language: 'fra' },
    { to: 'LOCK' },
  ),
  asset: fc.constantFrom(ASSET, { ...ASSET, _id: 'a2', name: 'Spot' }, null),
  project: fc.constantFrom({ _id: 'p1', name: 'Film X' }, null),
  request: fc.constantFrom(REQUEST, { ...REQUEST, _id: 'w2' }, null),
})

test('lists every event exactly once', () =>
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 40 }), (drawn) => {
      const mailEvents = drawn.map((one, index) => ({ ...one, event: `e${index}` }))
      const lines = groupEvents(mailEvents)
      assert.deepEqual(
        lines.flatMap(({ events }) => events).toSorted(),
        mailEvents.map(({ event }) => event).toSorted(),
      )
      assert.ok(lines.every((line) => !/[\r\n]/.test(summarySentence(line))))
    }),
  ))

test('lists every move in order', () =>
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...(Object.keys(WORDS) as Event['type'][])), {
        minLength: 1,
        maxLength: 30,
      }),
      (types) => {
        const lines = groupEvents(types.map((type, index) => eventOf(type, index)))
        assert.deepEqual(
          lines.map(({ what }) => what.split(' → ')),
          [types.map((type) => WORDS[type])],
        )
      },
    ),
  ))
