import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EditorCommand } from './command.ts'
import type { EditorLine } from './draft.ts'
import { createTrack } from './edited-track.ts'
import { undoStep } from './history.ts'
import { initialState, reduce, type EditorState } from './reducer.ts'
import { planStep } from './undo-plan.ts'

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
const initial = initialState(createTrack([lineAt('a', 1), lineAt('b', 2)], 3))
const run = (...commands: EditorCommand[]): EditorState => commands.reduce(reduce, initial)
const type = (id: string, text: string): EditorCommand => ({
  type: 'change-lines',
  changes: [{ id, fields: { text } }],
  groupKey: '',
  at: 0,
})
const texts = ({ lines }: EditorState) => lines.map(({ text }) => text)

test('never changes the state it is given', () => {
  const before = structuredClone(initial)
  run(type('a', 'A'), { type: 'start-sending', ids: ['a'] })
  assert.deepEqual(initial, before)
})

test('records the inverse of every change', () => {
  const changed = run(type('a', 'A'))
  const { history, step } = undoStep(changed.history)!
  const changes = planStep(step).change
  const undone = reduce(changed, { type: 'apply-step', history, changes, newIds: new Map() })
  assert.deepEqual(
    [texts(changed), texts(undone)],
    [
      ['A', 'b'],
      ['a', 'b'],
    ],
  )
  assert.equal(undone.track.drafts.size, 0)
})

test('merges a reply by the same path as a keystroke and drops the saved draft', () => {
  const reply = { revision: 4, lines: [lineAt('a', 1, { text: 'A', version: 2 })], removed: [] }
  const saved = run(
    type('a', 'A'),
    { type: 'start-sending', ids: ['a'] },
    { type: 'finish-sending', ids: ['a'], outcome: { kind: 'saved', reply } },
  )
  assert.deepEqual(
    [texts(saved), saved.track.drafts.size, saved.track.revision],
    [['A', 'b'], 0, 4],
  )
})

test('keeps the lines the same object if only the connection changes', () => {
  const offline = run({ type: 'set-connection', connection: 'offline' })
  assert.equal(offline.lines, initial.lines)
})
