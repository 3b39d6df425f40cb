import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Line } from './draft.ts'
import {
  arrive,
  depart,
  discard,
  land,
  orphans,
  refuse,
  restore,
  settle,
  sheetOf,
  shown,
  type as typeInto,
  type Sheet,
} from './text-track.ts'

const at = (id: string, second: number, more: Partial<Line> = {}): Line => ({
  _id: id,
  number: second,
  text: id,
  source: '',
  startTime: `00:00:0${second},000`,
  stopTime: `00:00:0${second},900`,
  auto: false,
  custom: true,
  machine: false,
  stale: false,
  version: 1,
  ...more,
})
const three = () => sheetOf([at('a', 1), at('b', 2), at('c', 3)], 3)
const texts = (sheet: Sheet) => shown(sheet).map(({ number, text }) => `${number} ${text}`)

test('what is typed is seen at once, and the others stay the objects they were', () => {
  const sheet = typeInto(three(), 'b', { text: 'B' })
  assert.deepEqual(texts(sheet), ['1 a', '2 B', '3 c'])
  assert.equal(shown(sheet)[0], sheet.lines[0])
  assert.equal(typeInto(sheet, 'nobody', { text: 'x' }), sheet)
})

test('a line has its place by its time, also while that is only typed', () => {
  assert.deepEqual(
    texts(typeInto(three(), 'a', { startTime: '00:00:05,000', stopTime: '00:00:06,000' })),
    ['1 b', '2 c', '3 a'],
  )
})

test('what others did comes in, with new lines in their places and those that are gone away', () => {
  const sheet = arrive(
    typeInto(three(), 'a', { text: 'A' }),
    {
      revision: 5,
      lines: [at('n', 2, { number: 3 }), at('c', 3, { version: 2, text: 'C', number: 4 })],
      removed: ['b'],
    },
    { since: true },
  )
  assert.deepEqual([texts(sheet), sheet.revision], [['1 A', '2 n', '3 C'], 5])
})

test('an answer that comes late changes nothing back', () => {
  const sheet = arrive(
    three(),
    { revision: 4, lines: [at('a', 1, { version: 3, text: 'newest' })], removed: [] },
    { since: true },
  )
  assert.deepEqual(
    texts(
      arrive(
        sheet,
        { revision: 3, lines: [at('a', 1, { version: 2, text: 'older' })], removed: [] },
        { since: true },
      ),
    ),
    ['1 newest', '2 b', '3 c'],
  )
})

test('the answer to our own change does not hide what others wrote before it', () => {
  const mine = { lines: [at('a', 1, { version: 2 })], removed: [] }
  assert.equal(arrive(three(), { revision: 4, ...mine }, { since: false }).revision, 4)
  assert.equal(
    arrive(three(), { revision: 6, ...mine }, { since: false }).revision,
    3,
    'there is something between',
  )
})

test('what goes is marked, goes once, and is gone when it is answered', () => {
  const typed = typeInto(typeInto(three(), 'a', { text: 'A' }), 'b', { text: 'B' })
  const { sheet, going } = depart(typed, 10)
  assert.deepEqual([going.map(({ line }) => line), depart(sheet, 10).going], [['a', 'b'], []])
  const typedOn = typeInto(sheet, 'a', { text: 'AA' })
  const answered = land(
    arrive(
      typedOn,
      {
        revision: 4,
        lines: [at('a', 1, { version: 2, text: 'A' }), at('b', 2, { version: 2, text: 'B' })],
        removed: [],
      },
      { since: false },
    ),
    ['a', 'b'],
    { answered: true },
  )
  assert.deepEqual([[...answered.drafts.keys()], texts(answered)], [['a'], ['1 AA', '2 B', '3 c']])
  assert.deepEqual(
    depart(answered, 10).going.map(({ base, fields }) => [base.version, fields]),
    [[2, { text: 'AA' }]],
  )
})

test('what was sent and not answered goes again, and is recognised when it had come through', () => {
  const { sheet } = depart(typeInto(three(), 'a', { text: 'A' }), 10)
  const home = typeInto(land(sheet, ['a'], { answered: false }), 'a', { text: 'A and more' })
  assert.equal(depart(home, 10).going.length, 1)
  const heard = arrive(
    home,
    { revision: 4, lines: [at('a', 1, { version: 2, text: 'A' })], removed: [] },
    { since: true },
  )
  assert.deepEqual([heard.drafts.get('a')?.theirs, texts(heard)[0]], [undefined, '1 A and more'])
})

test('what was kept overnight is laid over the lines of the morning', () => {
  const evening = typeInto(
    typeInto(typeInto(three(), 'a', { text: 'A' }), 'b', { text: 'B' }),
    'c',
    { text: 'C' },
  )
  const kept = [...depart(evening, 1).sheet.drafts.values()]
  const morning = sheetOf(
    [at('a', 1, { version: 2, text: 'A' }), at('b', 2, { version: 4, text: 'theirs' })],
    9,
  )
  const sheet = restore(morning, kept)
  assert.equal(sheet.drafts.has('a'), false, 'it had come through')
  assert.equal(sheet.drafts.get('b')?.theirs?.text, 'theirs')
  assert.deepEqual(
    orphans(sheet).map(({ fields }) => fields.text),
    ['C'],
  )
  assert.equal(
    restore(typeInto(morning, 'b', { text: 'typed meanwhile' }), kept).drafts.get('b')?.fields.text,
    'typed meanwhile',
  )
})

test('a line that somebody removed keeps what was typed over it until it is thrown away', () => {
  const sheet = arrive(
    typeInto(three(), 'b', { text: 'B' }),
    { revision: 4, lines: [], removed: ['b'] },
    { since: true },
  )
  assert.deepEqual(
    [texts(sheet), orphans(sheet).length, depart(sheet, 10).going.length],
    [['1 a', '2 c'], 1, 0],
  )
  assert.equal(orphans(discard(sheet, 'b')).length, 0)
})

test('a conflict waits for a person, and goes once it is settled', () => {
  const sheet = arrive(
    typeInto(three(), 'b', { text: 'mine' }),
    { revision: 4, lines: [at('b', 2, { version: 2, text: 'theirs' })], removed: [] },
    { since: true },
  )
  assert.equal(depart(sheet, 10).going.length, 0)
  assert.deepEqual(
    depart(settle(sheet, 'b', 'mine'), 10).going.map(({ base, fields }) => [
      base.version,
      fields.text,
    ]),
    [[2, 'mine']],
  )
  const theirs = settle(sheet, 'b', 'theirs')
  assert.deepEqual([texts(theirs)[1], theirs.drafts.size], ['2 theirs', 0])
})

test('what the service refuses stays here with the reason', () => {
  const sheet = refuse(typeInto(three(), 'b', { text: 'B' }), 'b', 'Too long.')
  assert.deepEqual([depart(sheet, 10).going.length, texts(sheet)[1]], [0, '2 B'])
})
