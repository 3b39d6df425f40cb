import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  conflictingFields,
  isSendable,
  keepMine,
  applyDraft,
  rebase,
  takeTheirs,
  applyFields,
  type EditorLineDraft,
  type EditorLine,
} from './draft.ts'

const line = (more: Partial<EditorLine> = {}): EditorLine => ({
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
const drafted = (
  fields: EditorLineDraft['fields'],
  more: Partial<EditorLineDraft> = {},
): EditorLineDraft => ({
  line: 'a',
  base: line(),
  fields,
  ...more,
})

test('keeps only changed fields and drops a draft that is typed back', () => {
  const draft = applyFields(undefined, line(), { text: 'zwei', startTime: '00:00:01,000' })
  assert.deepEqual(draft?.fields, { text: 'zwei' })
  assert.equal(applyFields(draft, line(), { text: 'eins' }), undefined)
  assert.equal(
    applyFields(undefined, line(), { alignment: 'bottom', note: '' }),
    undefined,
    'a default value is not a change',
  )
})

test('keeps a field that is typed back while it is being sent', () => {
  const draft = applyFields(drafted({ text: 'zwei' }, { sending: { text: 'zwei' } }), line(), {
    text: 'eins',
  })
  assert.deepEqual(draft?.fields, { text: 'eins' })
})

test('merges the text of one person with the times of another', () => {
  const now = line({ version: 2, stopTime: '00:00:03,000' })
  const draft = rebase(drafted({ text: 'zwei' }), now)!
  assert.deepEqual(
    [draft.base.version, draft.fields, draft.theirs],
    [2, { text: 'zwei' }, undefined],
  )
  assert.deepEqual(
    [applyDraft(now, draft).text, applyDraft(now, draft).stopTime],
    ['zwei', '00:00:03,000'],
  )
})

test('reports a conflict if both changed the text and resolves it either way', () => {
  const now = line({ version: 2, text: 'drei', note: 'so' })
  const draft = rebase(drafted({ text: 'zwei', alignment: 'top' }), now)!
  assert.deepEqual(
    [draft.theirs?.text, conflictingFields(draft), isSendable(draft)],
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

test('drops a draft that equals the new line', () => {
  assert.equal(rebase(drafted({ text: 'zwei' }), line({ version: 2, text: 'zwei' })), undefined)
})

test('sees no conflict with values that it sent itself', () => {
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

test('sees no conflict in provenance alone', () => {
  const draft = rebase(
    drafted({ text: 'zwei', machine: true }),
    line({ version: 2, machine: true, note: 'x' }),
  )!
  assert.equal(draft.theirs, undefined)
})

test('does not send unclosed tags, reversed times, removed lines or rejected drafts', () => {
  assert.equal(isSendable(drafted({ text: '<i>zwei' })), false)
  assert.equal(isSendable(drafted({ text: '<i>zwei</i>' })), true)
  assert.equal(isSendable(drafted({ stopTime: '00:00:00,500' })), false)
  assert.equal(isSendable(drafted({ text: 'zwei' }, { removed: true })), false)
  assert.equal(isSendable(drafted({ text: 'zwei' }, { rejected: 'No.' })), false)
})

test('sends a rejected draft again once it is changed', () => {
  assert.equal(
    isSendable(
      applyFields(drafted({ text: 'zwei' }, { rejected: 'No.' }), line(), { text: 'drei' })!,
    ),
    true,
  )
})

test('clears stale and machine when the text is rewritten', () => {
  const now = line({ stale: true, machine: true, custom: false })
  assert.deepEqual(
    [
      applyDraft(now, drafted({ text: 'zwei' })).stale,
      applyDraft(now, drafted({ text: 'zwei' })).machine,
      applyDraft(now, drafted({ note: 'x' })).stale,
    ],
    [false, false, true],
  )
  assert.equal(applyDraft(now, drafted({ text: 'zwei', machine: true })).machine, true)
})
