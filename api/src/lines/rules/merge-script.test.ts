import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { untranslated, planScriptMerge, type Resolutions } from './merge-script.ts'
import type { StoredLine } from './line.ts'

const id = (number: number) => String(number).padStart(24, '0')
const scriptLine = (number: number, text: string, more: Partial<StoredLine> = {}): StoredLine => ({
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
/** The translated line of a script line; its id is 100 higher. */
const ours = (line: StoredLine, text = '', more: Partial<StoredLine> = {}): StoredLine => ({
  ...untranslated(line),
  _id: id(Number(line._id) + 100),
  version: 1,
  text,
  ...more,
})
const summarize = ({ drafts, removedIds, conflicts }: ReturnType<typeof planScriptMerge>) => ({
  drafts: drafts.map(({ _id, source, text, start, stale }) => [_id, source, text, start, stale]),
  removedIds,
  conflicts: conflicts.map(({ line, kind }) => [line, kind]),
})

const base = [scriptLine(1, 'Hello'), scriptLine(2, 'World')]

test('merges nothing if the script did not change', () => {
  assert.deepEqual(
    summarize(
      planScriptMerge(
        base,
        base,
        base.map((line) => ours(line, 'x', { start: 5 })),
      ),
    ),
    { drafts: [], removedIds: [], conflicts: [] },
  )
})

test('adds new script lines and removes untouched ones with the script', () => {
  assert.deepEqual(
    summarize(
      planScriptMerge(
        base,
        [base[0]!, scriptLine(3, 'New')],
        base.map((line) => ours(line)),
      ),
    ),
    { drafts: [[undefined, 'New', '', 3000, false]], removedIds: [id(102)], conflicts: [] },
  )
})

test('keeps the translation of a changed script line and marks it stale', () => {
  const now = [scriptLine(1, 'Goodbye'), scriptLine(2, 'World!')]
  assert.deepEqual(
    summarize(planScriptMerge(base, now, [ours(base[0]!, 'Hallo'), ours(base[1]!)])).drafts,
    [
      [id(101), 'Goodbye', 'Hallo', 1000, true],
      [id(102), 'World!', '', 2000, false],
    ],
  )
})

test('takes script times that the translator did not change, and reports a conflict if both did', () => {
  const now = [scriptLine(1, 'Hello', { start: 1100 }), scriptLine(2, 'World', { start: 2100 })]
  const mine = [ours(base[0]!, 'Hallo'), ours(base[1]!, 'Welt', { start: 2200 })]
  assert.deepEqual(summarize(planScriptMerge(base, now, mine)), {
    drafts: [[id(101), 'Hello', 'Hallo', 1100, false]],
    removedIds: [],
    conflicts: [[id(102), 'time']],
  })
  assert.equal(planScriptMerge(base, now, mine, { [id(102)]: 'theirs' }).drafts[1]!.start, 2100)
  assert.equal(planScriptMerge(base, now, mine, { [id(102)]: 'ours' }).drafts.length, 1)
})

test('reports a conflict for removed and dropped lines', () => {
  const mine = [ours(base[0]!, 'Hallo')]
  assert.deepEqual(summarize(planScriptMerge(base, [scriptLine(2, 'Worlds')], mine)).conflicts, [
    [id(101), 'removed'],
    [id(2), 'dropped'],
  ])
  const settled: Resolutions = { [id(101)]: 'theirs', [id(2)]: 'theirs' }
  assert.deepEqual(summarize(planScriptMerge(base, [scriptLine(2, 'Worlds')], mine, settled)), {
    drafts: [[undefined, 'Worlds', '', 2000, false]],
    removedIds: [id(101)],
    conflicts: [],
  })
  const kept = planScriptMerge(base, [scriptLine(2, 'Worlds')], mine, {
    [id(101)]: 'ours',
    [id(2)]: 'ours',
  })
  assert.deepEqual(
    [kept.drafts.map(({ _id, origin }) => [_id, origin]), kept.removedIds],
    [[[id(101), null]], []],
  )
})

test('never overwrites a translated text', () => {
  const state = fc
    .uniqueArray(
      fc.record({
        number: fc.integer({ min: 1, max: 6 }),
        text: fc.constantFrom('a', 'b', 'c'),
        shift: fc.constantFrom(0, 0, 50),
      }),
      { selector: ({ number }) => number, maxLength: 6 },
    )
    .map((lines) =>
      lines.map(({ number, text, shift }) =>
        scriptLine(number, text, { start: number * 1000 + shift }),
      ),
    )
  const mine = fc.array(
    fc.record({
      number: fc.integer({ min: 1, max: 6 }),
      text: fc.constantFrom('', 'x', 'y'),
      shift: fc.constantFrom(0, 0, 70),
    }),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(state, state, mine, (before, now, wrote) => {
      const were = new Map(before.map((line) => [line._id, line]))
      const our = [
        ...new Map(
          wrote.flatMap(({ number, text, shift }) => {
            const line = were.get(id(number))
            return line ? [[number, ours(line, text, { start: line.start + shift })] as const] : []
          }),
        ).values(),
      ]
      const { drafts, removedIds, conflicts } = planScriptMerge(before, now, our)
      for (const line of our.filter(({ text }) => text)) assert.ok(!removedIds.includes(line._id))
      for (const draft of drafts.filter(({ _id }) => _id))
        assert.equal(draft.text, our.find(({ _id }) => _id === draft._id)!.text)
      const resolutions = Object.fromEntries(conflicts.map(({ line }) => [line, 'ours'] as const))
      assert.deepEqual(
        planScriptMerge(before, now, our, resolutions).conflicts,
        [],
        'no conflicts remain once all are resolved',
      )
      assert.equal(
        new Set([...drafts.flatMap(({ _id }) => _id ?? []), ...removedIds]).size,
        drafts.filter(({ _id }) => _id).length + removedIds.length,
      )
    }),
  )
})
