import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  clashOf,
  isSendable,
  keepMine,
  laidOver,
  rebase,
  takeTheirs,
  typeOver,
  type Draft,
  type Line,
} from './draft.ts'

export const line = (more: Partial<Line> = {}): Line => ({
  _id: 'a',
  number: 1,
  text: 'eins',
  source: 'one',
  startTime: '00:00:01,000',
  stopTime: '00:00:02,000',
  auto: false,
  custom: true,
  machine: false,
  stale: false,
  version: 1,
  ...more,
})
const drafted = (fields: Draft['fields'], more: Partial<Draft> = {}): Draft => ({
  line: 'a',
  base: line(),
  fields,
  ...more,
})

test('only what differs is kept, and what is typed back is nothing', () => {
  const draft = typeOver(undefined, line(), { text: 'zwei', startTime: '00:00:01,000' })
  assert.deepEqual(draft?.fields, { text: 'zwei' })
  assert.equal(typeOver(draft, line(), { text: 'eins' }), undefined)
  assert.equal(
    typeOver(undefined, line(), { alignment: 'bottom', note: '' }),
    undefined,
    'where a line stands by itself says nothing',
  )
})

test('what is typed back while it is on its way has to follow it', () => {
  const draft = typeOver(drafted({ text: 'zwei' }, { sending: { text: 'zwei' } }), line(), {
    text: 'eins',
  })
  assert.deepEqual(draft?.fields, { text: 'eins' })
})

test('the words of one and the time of the other become one line', () => {
  const now = line({ version: 2, stopTime: '00:00:03,000' })
  const draft = rebase(drafted({ text: 'zwei' }), now)!
  assert.deepEqual(
    [draft.base.version, draft.fields, draft.theirs],
    [2, { text: 'zwei' }, undefined],
  )
  assert.deepEqual(
    [laidOver(now, draft).text, laidOver(now, draft).stopTime],
    ['zwei', '00:00:03,000'],
  )
})

test('a text that both changed is shown to a person, and each way out keeps what it says', () => {
  const now = line({ version: 2, text: 'drei', note: 'so' })
  const draft = rebase(drafted({ text: 'zwei', alignment: 'top' }), now)!
  assert.deepEqual(
    [draft.theirs?.text, clashOf(draft), isSendable(draft)],
    ['drei', ['text'], false],
  )
  const mine = keepMine(draft)
  assert.deepEqual(
    [mine.base.version, mine.fields.text, mine.theirs, isSendable(mine)],
    [2, 'zwei', undefined, true],
  )
  const theirs = takeTheirs(draft)!
  assert.deepEqual(
    [theirs.base.version, theirs.fields, isSendable(theirs)],
    [2, { alignment: 'top' }, true],
  )
  assert.equal(takeTheirs(rebase(drafted({ text: 'zwei' }), now)!), undefined)
})

test('who wrote the same is right', () => {
  assert.equal(rebase(drafted({ text: 'zwei' }), line({ version: 2, text: 'zwei' })), undefined)
})

test("what comes back as it was sent is no one else's, whatever was typed since", () => {
  const sending = rebase(
    drafted({ text: 'zwei drei' }, { sending: { text: 'zwei' } }),
    line({ version: 2, text: 'zwei' }),
  )!
  assert.deepEqual(
    [sending.theirs, sending.fields, sending.base.version],
    [undefined, { text: 'zwei drei' }, 2],
  )
  const tried = rebase(
    drafted({ text: 'zwei drei' }, { tried: { text: 'zwei' } }),
    line({ version: 2, text: 'zwei' }),
  )!
  assert.deepEqual([tried.theirs, tried.tried, tried.base.version], [undefined, undefined, 2])
})

test('two who differ in where a text came from do not differ', () => {
  const draft = rebase(
    drafted({ text: 'zwei', machine: true }),
    line({ version: 2, machine: true, note: 'x' }),
  )!
  assert.equal(draft.theirs, undefined)
})

test('a text that is half a tag waits here, and so does a line that ends before it begins', () => {
  assert.equal(isSendable(drafted({ text: '<i>zwei' })), false)
  assert.equal(isSendable(drafted({ text: '<i>zwei</i>' })), true)
  assert.equal(isSendable(drafted({ stopTime: '00:00:00,500' })), false)
  assert.equal(isSendable(drafted({ text: 'zwei' }, { gone: true })), false)
  assert.equal(isSendable(drafted({ text: 'zwei' }, { refused: 'No.' })), false)
})

test('what is refused is tried anew once it is typed over', () => {
  assert.equal(
    isSendable(typeOver(drafted({ text: 'zwei' }, { refused: 'No.' }), line(), { text: 'drei' })!),
    true,
  )
})

test('a text written anew has seen its source', () => {
  const now = line({ stale: true, machine: true, custom: false })
  assert.deepEqual(
    [
      laidOver(now, drafted({ text: 'zwei' })).stale,
      laidOver(now, drafted({ text: 'zwei' })).machine,
      laidOver(now, drafted({ note: 'x' })).stale,
    ],
    [false, false, true],
  )
  assert.equal(laidOver(now, drafted({ text: 'zwei', machine: true })).machine, true)
})
