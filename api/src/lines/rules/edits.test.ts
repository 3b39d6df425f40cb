import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { plainText } from '@reelay/subtitles'
import { planEdit } from './edits.ts'
import type { StoredLine } from './line.ts'

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
const applyEdit = (...[lines, edit]: Parameters<typeof planEdit>) => {
  const edited = planEdit(lines, edit)
  assert.ok(edited.ok, edited.ok ? '' : edited.detail)
  return edited
}
const rejectionReason = (...[lines, edit]: Parameters<typeof planEdit>) => {
  const edited = planEdit(lines, edit)
  assert.ok(!edited.ok)
  return edited.detail
}

test('splits a line in proportion to its text and keeps styles in both halves', () => {
  const { drafts } = applyEdit(
    [line(1, '<i>Wir sehen<br>nichts</i>', { source: 'We see nothing' })],
    {
      kind: 'split',
      line: id(1),
      after: 9,
    },
  )
  assert.deepEqual(
    drafts.map(({ text, start, stop, source }) => [text, start, stop, source]),
    [
      ['<i>Wir sehen</i>', 1000, 1506, 'We see nothing'],
      ['<i>nichts</i>', 1506, 1900, ''],
    ],
  )
  assert.deepEqual([drafts[0]!._id, drafts[1]!._id, drafts[1]!.split], [id(1), undefined, id(1)])
  assert.equal(
    applyEdit([line(1, 'ab')], { kind: 'split', line: id(1), after: 1, at: '00:00:01,100' })
      .drafts[0]!.stop,
    1100,
  )
})

test('does not split a grapheme', () => {
  const { drafts } = applyEdit([line(1, '👩‍👩‍👧‍👦é!')], { kind: 'split', line: id(1), after: 1 })
  assert.deepEqual(
    drafts.map(({ text }) => text),
    ['👩‍👩‍👧‍👦', 'é!'],
  )
})

test('requires text on both sides of a split and a time inside the line', () => {
  assert.match(
    rejectionReason([line(1, 'ab')], { kind: 'split', line: id(1), after: 2 }),
    /has 2 characters/,
  )
  assert.match(
    rejectionReason([line(1, 'ab')], { kind: 'split', line: id(1), after: 1, at: '00:00:01,900' }),
    /inside the line/,
  )
  assert.match(
    rejectionReason([line(1, 'ab')], { kind: 'split', line: id(2), after: 1 }),
    /no longer exists/,
  )
})

test('merges consecutive lines, with a break between single rows, and merges their sources', () => {
  const lines = [
    line(1, 'Halt', { source: 'Stop' }),
    line(2, '<b>Wer da?</b>', { source: 'Who goes?' }),
    line(3, 'Ich'),
  ]
  const { drafts, removedIds } = applyEdit(lines, { kind: 'merge', lines: [id(2), id(1)] })
  assert.deepEqual(
    [drafts[0]!.text, drafts[0]!.source, drafts[0]!.start, drafts[0]!.stop, removedIds],
    ['Halt<br><b>Wer da?</b>', 'Stop Who goes?', 1000, 2900, [id(2)]],
  )
  assert.equal(
    applyEdit(lines, { kind: 'merge', lines: [id(1), id(2), id(3)] }).drafts[0]!.text,
    'Halt <b>Wer da?</b> Ich',
  )
  assert.match(
    rejectionReason(lines, { kind: 'merge', lines: [id(1), id(3)] }),
    /consecutive lines/,
  )
  assert.match(
    rejectionReason(lines, { kind: 'merge', lines: [id(1), id(1)] }),
    /consecutive lines/,
  )
  const long = [
    line(1, 'a', { source: `<i>${'x'.repeat(1500)}</i>` }),
    line(2, 'b', { source: `<i>${'y'.repeat(1500)}</i>` }),
  ]
  assert.match(
    rejectionReason(long, { kind: 'merge', lines: [id(1), id(2)] }),
    /would be too long/,
    'a text is never cut in the middle of a tag',
  )
})

test('shifts all lines, some lines or all from one on, but none before zero', () => {
  const lines = [line(1, 'a'), line(2, 'b'), line(3, 'c')]
  const starts = (edit: Parameters<typeof planEdit>[1]) =>
    applyEdit(lines, edit).drafts.map(({ start }) => start)
  assert.deepEqual(starts({ kind: 'shift', by: 500 }), [1500, 2500, 3500])
  assert.deepEqual(starts({ kind: 'shift', by: -500, from: id(2) }), [1500, 2500])
  assert.deepEqual(starts({ kind: 'shift', by: 1, lines: [id(3)] }), [3001])
  assert.deepEqual(starts({ kind: 'shift', by: 0 }), [])
  assert.match(rejectionReason(lines, { kind: 'shift', by: -1001 }), /before zero/)
  assert.match(rejectionReason(lines, { kind: 'shift', by: 359_999_999 }), /would end after/)
})

test('ripples lines that start after the line, and leaves overlapping ones', () => {
  const lines = [line(1, 'a'), line(2, 'b', { start: 1500, stop: 1700 }), line(3, 'c')]
  assert.deepEqual(
    applyEdit(lines, { kind: 'ripple', line: id(1), stopTime: '00:00:02,400' }).drafts.map(
      ({ start, stop }) => [start, stop],
    ),
    [
      [1000, 2400],
      [3500, 4400],
    ],
  )
  assert.match(
    rejectionReason(lines, { kind: 'ripple', line: id(1), stopTime: '00:00:01,000' }),
    /stop after it starts/,
  )
})

test('keeps every character when a line is split and merged again', () =>
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-zé]{1,6}$/), { minLength: 2, maxLength: 6 }),
      fc.nat(),
      (words, at) => {
        const text = words.join(' ')
        const { drafts } = applyEdit([line(1, `<i>${text}</i>`)], {
          kind: 'split',
          line: id(1),
          after: 1 + (at % (text.length - 1)),
        })
        assert.equal(
          drafts
            .map((half) => plainText(half.text))
            .join('')
            .replaceAll(' ', ''),
          text.replaceAll(' ', ''),
        )
        assert.ok(
          drafts[0]!.stop === drafts[1]!.start &&
            drafts[0]!.start < drafts[0]!.stop &&
            drafts[1]!.start < drafts[1]!.stop,
        )
      },
    ),
  ))
