import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bodiesOf,
  changeOf,
  differing,
  draftOf,
  EMPTY,
  newDraft,
  readItems,
  type Item,
} from './draft.ts'

const ITEM: Item = {
  ...EMPTY,
  asset: 'a1',
  territory: 'ZA',
  languages: ['zul', 'afr'],
  dialogue: ['Subtitled'],
  uses: ['Online'],
  details: { Online: [{ value: '1080p', ship: false }], Print: [{ value: 'A1', ship: true }] },
}

test('each language is an order of its own', () => {
  const bodies = bodiesOf(ITEM)
  assert.deepEqual(
    bodies.map(({ language, territory, asset }) => [language, territory, asset]),
    [
      ['zul', 'ZA', 'a1'],
      ['afr', 'ZA', 'a1'],
    ],
  )
  assert.deepEqual(bodies[0]!.dng, { dialogue: ['Subtitled'], graphics: [], narration: [] })
})

test('without a language there is one order, which lacks it', () => {
  const [body, ...others] = bodiesOf({ ...ITEM, languages: [] })
  assert.equal(others.length, 0)
  assert.ok(!('language' in body!))
})

test('what was said of a use that is no longer wanted is not ordered', () => {
  assert.deepEqual(bodiesOf(ITEM)[0]!.uses, {
    items: ['Online'],
    details: { Online: [{ value: '1080p', ship: false }] },
  })
})

test('a territory with one language has chosen it', () => {
  const territory = (...codes: string[]) => ({
    territory: {
      _id: 't',
      name: 'T',
      code: 'TT',
      standard: 'PAL' as const,
      countries: [],
      languages: codes.map((code) => ({ name: code, code, dcpCode: code })),
      assignedLanguages: [],
    },
  })
  assert.deepEqual(newDraft(territory('deu')).languages, ['deu'])
  assert.deepEqual(newDraft(territory('zul', 'afr')).languages, [])
  assert.equal(newDraft({ territory: null }).territory, '')
})

test('a queue of another program is read as far as it can be', () => {
  assert.deepEqual(
    readItems([
      'a1',
      null,
      7,
      { foo: 1 },
      { asset: 'a2', languages: 'deu', tags: ['x'], due: { date: 1, tz: 'UTC' } },
      'a1',
    ]),
    [
      { ...EMPTY, asset: 'a1' },
      { ...EMPTY, asset: 'a2', tags: ['x'], due: { date: 1, tz: 'UTC' } },
    ],
  )
})

test('an order that was kept is written on as it was', () => {
  const [body] = bodiesOf({ ...ITEM, languages: ['zul'] })
  const kept = { ...body!, language: 'zul' } as Parameters<typeof draftOf>[0]
  const { asset: _asset, ...again } = { asset: 'a1', ...changeOf(draftOf(kept)) }
  assert.deepEqual({ asset: 'a1', ...again }, body)
})

test('what differs between orders is told', () => {
  assert.deepEqual([...differing([ITEM, { ...ITEM, tags: ['x'], territory: 'DE' }])].toSorted(), [
    'tags',
    'territory',
  ])
  assert.equal(differing([ITEM]).size, 0)
})
