import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EditorLine } from './draft.ts'
import {
  mergeServerLines,
  sendableDrafts,
  startSending,
  discardDraft,
  finishSending,
  orphanedDrafts,
  rejectDraft,
  restoreDrafts,
  resolveConflict,
  createTrack,
  visibleLines,
  changeFields,
  type EditedTrack,
} from './edited-track.ts'

const lineAt = (id: string, second: number, more: Partial<EditorLine> = {}): EditorLine => ({
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
const three = () => createTrack([lineAt('a', 1), lineAt('b', 2), lineAt('c', 3)], 3)
const send = (track: EditedTrack, max = 10) => {
  const drafts = sendableDrafts(track, max)
  const ids = drafts.map(({ line }) => line)
  return { drafts, track: startSending(track, ids) }
}
const texts = (track: EditedTrack) =>
  visibleLines(track).map(({ number, text }) => `${number} ${text}`)

test('shows changes at once and keeps the other lines the same objects', () => {
  const track = changeFields(three(), 'b', { text: 'B' })
  assert.deepEqual(texts(track), ['1 a', '2 B', '3 c'])
  assert.equal(visibleLines(track)[0], track.lines[0])
  assert.equal(changeFields(track, 'nobody', { text: 'x' }), track)
})

test('sorts lines by their drafted time', () => {
  assert.deepEqual(
    texts(changeFields(three(), 'a', { startTime: '00:00:05,000', stopTime: '00:00:06,000' })),
    ['1 b', '2 c', '3 a'],
  )
})

test('merges changed, added and removed lines', () => {
  const track = mergeServerLines(
    changeFields(three(), 'a', { text: 'A' }),
    {
      revision: 5,
      lines: [lineAt('n', 2, { number: 3 }), lineAt('c', 3, { version: 2, text: 'C', number: 4 })],
      removed: ['b'],
    },
    { isComplete: true },
  )
  assert.deepEqual([texts(track), track.revision], [['1 A', '2 n', '3 C'], 5])
})

test('ignores a late reply with older lines', () => {
  const track = mergeServerLines(
    three(),
    { revision: 4, lines: [lineAt('a', 1, { version: 3, text: 'newest' })], removed: [] },
    { isComplete: true },
  )
  assert.deepEqual(
    texts(
      mergeServerLines(
        track,
        { revision: 3, lines: [lineAt('a', 1, { version: 2, text: 'older' })], removed: [] },
        { isComplete: true },
      ),
    ),
    ['1 newest', '2 b', '3 c'],
  )
})

test('keeps the revision if others wrote before our own change', () => {
  const mine = { lines: [lineAt('a', 1, { version: 2 })], removed: [] }
  assert.equal(
    mergeServerLines(three(), { revision: 4, ...mine }, { isComplete: false }).revision,
    4,
  )
  assert.equal(
    mergeServerLines(three(), { revision: 6, ...mine }, { isComplete: false }).revision,
    3,
    'a revision in between is missing',
  )
})

test('sends a draft once and drops it when it is answered', () => {
  const typed = changeFields(changeFields(three(), 'a', { text: 'A' }), 'b', { text: 'B' })
  const { track, drafts } = send(typed)
  assert.deepEqual([drafts.map(({ line }) => line), send(track).drafts], [['a', 'b'], []])
  const typedMore = changeFields(track, 'a', { text: 'AA' })
  const answered = finishSending(
    mergeServerLines(
      typedMore,
      {
        revision: 4,
        lines: [
          lineAt('a', 1, { version: 2, text: 'A' }),
          lineAt('b', 2, { version: 2, text: 'B' }),
        ],
        removed: [],
      },
      { isComplete: false },
    ),
    ['a', 'b'],
    { isAnswered: true },
  )
  assert.deepEqual([[...answered.drafts.keys()], texts(answered)], [['a'], ['1 AA', '2 B', '3 c']])
  assert.deepEqual(
    send(answered).drafts.map(({ base, fields }) => [base.version, fields]),
    [[2, { text: 'AA' }]],
  )
})

test('resends a draft without a reply and recognises it if it was saved', () => {
  const { track } = send(changeFields(three(), 'a', { text: 'A' }))
  const unanswered = changeFields(finishSending(track, ['a'], { isAnswered: false }), 'a', {
    text: 'A and more',
  })
  assert.equal(send(unanswered).drafts.length, 1)
  const pulled = mergeServerLines(
    unanswered,
    { revision: 4, lines: [lineAt('a', 1, { version: 2, text: 'A' })], removed: [] },
    { isComplete: true },
  )
  assert.deepEqual([pulled.drafts.get('a')?.theirs, texts(pulled)[0]], [undefined, '1 A and more'])
})

test('restores drafts on top of newer lines', () => {
  const evening = changeFields(
    changeFields(changeFields(three(), 'a', { text: 'A' }), 'b', { text: 'B' }),
    'c',
    { text: 'C' },
  )
  const stored = [...send(evening, 1).track.drafts.values()]
  const morning = createTrack(
    [lineAt('a', 1, { version: 2, text: 'A' }), lineAt('b', 2, { version: 4, text: 'theirs' })],
    9,
  )
  const track = restoreDrafts(morning, stored)
  assert.equal(track.drafts.has('a'), false, 'it was saved')
  assert.equal(track.drafts.get('b')?.theirs?.text, 'theirs')
  assert.deepEqual(
    orphanedDrafts(track).map(({ fields }) => fields.text),
    ['C'],
  )
  assert.equal(
    restoreDrafts(changeFields(morning, 'b', { text: 'typed meanwhile' }), stored).drafts.get('b')
      ?.fields.text,
    'typed meanwhile',
  )
})

test('keeps the draft of a removed line until it is discarded', () => {
  const track = mergeServerLines(
    changeFields(three(), 'b', { text: 'B' }),
    { revision: 4, lines: [], removed: ['b'] },
    { isComplete: true },
  )
  assert.deepEqual(
    [texts(track), orphanedDrafts(track).length, send(track).drafts.length],
    [['1 a', '2 c'], 1, 0],
  )
  assert.equal(orphanedDrafts(discardDraft(track, 'b')).length, 0)
})

test('sends a conflicting draft only once the conflict is resolved', () => {
  const track = mergeServerLines(
    changeFields(three(), 'b', { text: 'mine' }),
    { revision: 4, lines: [lineAt('b', 2, { version: 2, text: 'theirs' })], removed: [] },
    { isComplete: true },
  )
  assert.equal(send(track).drafts.length, 0)
  assert.deepEqual(
    send(resolveConflict(track, 'b', 'mine')).drafts.map(({ base, fields }) => [
      base.version,
      fields.text,
    ]),
    [[2, 'mine']],
  )
  const theirs = resolveConflict(track, 'b', 'theirs')
  assert.deepEqual([texts(theirs)[1], theirs.drafts.size], ['2 theirs', 0])
})

test('keeps a rejected draft with the reason', () => {
  const track = rejectDraft(changeFields(three(), 'b', { text: 'B' }), 'b', 'Too long.')
  assert.deepEqual([send(track).drafts.length, texts(track)[1]], [0, '2 B'])
})
