import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatTimecode } from '@reelay/subtitles'
import type { NewLine } from '../contract.ts'
import { diffLines, diffWords } from './diff.ts'
import { presentLine, type StoredLine } from './line.ts'
import { mergeLine, planRewrite } from './merge-changes.ts'

const id = (number: number) => String(number).padStart(24, '0')
const line = (number: number, text: string, more: Partial<StoredLine> = {}): StoredLine => ({
  _id: id(number),
  version: 1,
  start: number * 1000,
  stop: number * 1000 + 900,
  text,
  source: '',
  origin: null,
  stale: false,
  auto: false,
  custom: true,
  machine: false,
  ...more,
})

test('replaces a text track and saves only changed lines, with ids and without', () => {
  const current = [line(1, 'a'), line(2, 'b'), line(3, 'c')]
  const [first, second, third] = current.map(presentLine)
  const sent = [first!, { ...second!, text: 'B' }, third!]
  assert.deepEqual(
    planRewrite(current, sent).drafts.map(({ _id, text }) => [_id, text]),
    [[id(2), 'B']],
  )
  const renumbered = (line: NewLine, index: number): NewLine => ({ ...line, number: index + 1 })
  const anonymous = sent.map(({ _id, version: _version, ...rest }): NewLine => rest)
  assert.deepEqual(
    planRewrite(current, anonymous).drafts.map(({ _id, text }) => [_id, text]),
    [[id(2), 'B']],
  )
  assert.deepEqual(
    planRewrite(current, anonymous.slice(1).map(renumbered)).drafts.map(({ text }) => text),
    ['B'],
    'the others only moved up',
  )
  assert.deepEqual(planRewrite(current, anonymous.slice(1).map(renumbered)).removedIds, [id(1)])
})

test('treats an id of another text track as a new line', () => {
  const { _id, ...rest } = presentLine(line(1, 'a'), 0)
  assert.equal(planRewrite([], [{ ...rest, _id }]).drafts[0]!._id, undefined)
})

test('clears stale when the text is written, and lets only the service set it', () => {
  const stale = line(1, 'a', { stale: true, source: 'A' })
  const shown = presentLine(stale, 0)
  assert.deepEqual(planRewrite([stale], [shown]).drafts, [])
  assert.equal(planRewrite([stale], [{ ...shown, text: 'b' }]).drafts[0]!.stale, false)
  assert.equal(planRewrite([stale], [{ ...shown, stale: false }]).drafts[0]!.stale, false)
  assert.deepEqual(
    planRewrite([line(1, 'a')], [{ ...presentLine(line(1, 'a'), 0), stale: true }]).drafts,
    [],
  )
})

test('merges changes to different fields, and rejects changes to the same field by name', () => {
  const base = line(1, 'a')
  const now = { ...base, version: 2, text: 'b' }
  assert.deepEqual(mergeLine(base, now, { ...base, start: 1100 }), {
    ok: true,
    draft: { ...now, start: 1100 },
  })
  assert.deepEqual(mergeLine(base, now, { ...base, text: 'c', start: 1100 }), {
    ok: false,
    fields: ['text'],
  })
  assert.ok(mergeLine(base, now, { ...base, text: 'b' }).ok, 'both wrote the same')
})

test('diffs two states by line and by word', () => {
  const differences = [
    ...diffLines(
      [line(1, 'Hello big world'), line(2, 'b')],
      [line(1, 'Hello small world'), line(3, 'c')],
    ),
  ]
  assert.deepEqual(
    differences.map(({ kind, line: of, before, after }) => [
      kind,
      of,
      before?.number ?? null,
      after?.number ?? null,
    ]),
    [
      ['changed', id(1), 1, 1],
      ['removed', id(2), 2, null],
      ['added', id(3), null, 2],
    ],
  )
  assert.deepEqual(differences[0]!.words, [
    { kind: 'same', text: 'Hello ' },
    { kind: 'gone', text: 'big' },
    { kind: 'new', text: 'small' },
    { kind: 'same', text: ' world' },
  ])
})

test('reconstructs both texts from a word diff', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 })
    .map((parts) => parts.join(' '))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pieces = diffWords(before, after)
      const read = (without: string) =>
        pieces
          .filter(({ kind }) => kind !== without)
          .map((piece) => piece.text)
          .join('')
      assert.deepEqual([read('new'), read('gone')], [before, after])
    }),
  )
})

test('divides a word diff between words and spaces', () => {
  const cases: [string, string, string][] = [
    ['a b', 'a bc', '=a  -b +bc'],
    ['ab c', 'b c', '-ab +b = c'],
    ['a  b', 'a b', '=a -   +  =b'],
    ['a b a', 'a', '=a - b a'],
    ['👩 x', '👨 x', '-👩 +👨 = x'],
  ]
  const signs = { same: '=', gone: '-', new: '+' }
  for (const [before, after, expected] of cases)
    assert.equal(
      diffWords(before, after)
        .map(({ kind, text }) => signs[kind] + text)
        .join(' '),
      expected,
    )
})

test('reports long texts as replaced when the budget is used up', () => {
  const budget = { cells: 100 }
  const longText = (word: string) => Array.from({ length: 50 }, () => word).join(' ')
  assert.deepEqual(diffWords(longText('a'), longText('b'), budget), [
    { kind: 'gone', text: longText('a') },
    { kind: 'new', text: longText('b') },
  ])
})

test('saves any replacement so that the text track reads as requested', () => {
  const state = fc.array(fc.tuple(fc.nat(5), fc.constantFrom('a', 'b', '<i>c</i>')), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(state, state, (was, wish) => {
      const current = was
        .toSorted(([a], [b]) => a - b)
        .map(([at, text], index) =>
          line(index + 1, text, { start: at * 1000, stop: at * 1000 + 500 }),
        )
      const wanted = wish
        .toSorted(([a], [b]) => a - b)
        .map(([at, text], index): NewLine => ({
          number: index + 1,
          text,
          startTime: formatTimecode(at * 1000),
          stopTime: formatTimecode(at * 1000 + 500),
        }))
      const { drafts, removedIds } = planRewrite(current, wanted)
      const left = new Map(
        current.map((kept, position) => [
          kept._id as string | symbol,
          { text: kept.text, start: kept.start, position },
        ]),
      )
      for (const removed of removedIds) left.delete(removed)
      for (const { _id, text, start, position } of drafts)
        left.set(_id ?? Symbol('new'), { text, start, position })
      assert.deepEqual(
        [...left.values()]
          .toSorted((a, b) => a.start - b.start || a.position - b.position)
          .map(({ text }) => text),
        wanted.map(({ text }) => text),
      )
    }),
  )
})
