import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  EMPTY_DRAFT,
  findDifferingFields,
  newDraft,
  parseQueueItems,
  toDraft,
  toNewWorkRequests,
  toWorkRequestChange,
  type OrderQueueItem,
} from './draft.ts'

const ITEM: OrderQueueItem = {
  ...EMPTY_DRAFT,
  asset: 'a1',
  territory: 'ZA',
  languages: ['zul', 'afr'],
  dialogue: ['Subtitled'],
  uses: ['Online'],
  details: { Online: [{ value: '1080p', ship: false }], Print: [{ value: 'A1', ship: true }] },
}

test('creates one work request for each language', () => {
  const requests = toNewWorkRequests(ITEM)
  assert.deepEqual(
    requests.map(({ language, territory, asset }) => [language, territory, asset]),
    [
      ['zul', 'ZA', 'a1'],
      ['afr', 'ZA', 'a1'],
    ],
  )
  assert.deepEqual(requests[0]!.dng, { dialogue: ['Subtitled'], graphics: [], narration: [] })
})

test('creates one work request without a language if none is selected', () => {
  const [request, ...others] = toNewWorkRequests({ ...ITEM, languages: [] })
  assert.equal(others.length, 0)
  assert.ok(!('language' in request!))
})

test('omits the details of a use that is no longer selected', () => {
  assert.deepEqual(toNewWorkRequests(ITEM)[0]!.uses, {
    items: ['Online'],
    details: { Online: [{ value: '1080p', ship: false }] },
  })
})

test('selects the only language of a territory', () => {
  const userFrom = (...codes: string[]) => ({
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
  assert.deepEqual(newDraft(userFrom('deu')).languages, ['deu'])
  assert.deepEqual(newDraft(userFrom('zul', 'afr')).languages, [])
  assert.equal(newDraft({ territory: null }).territory, '')
})

test('reads what it can of a queue that another program saved', () => {
  const saved = [
    'a1',
    null,
    7,
    { foo: 1 },
    { asset: 'a2', languages: 'deu', tags: ['x'], due: { date: 1, tz: 'UTC' } },
    'a1',
  ]
  assert.deepEqual(parseQueueItems(saved), [
    { ...EMPTY_DRAFT, asset: 'a1' },
    { ...EMPTY_DRAFT, asset: 'a2', tags: ['x'], due: { date: 1, tz: 'UTC' } },
  ])
})

test('turns a saved draft into a form and back without changes', () => {
  const [request] = toNewWorkRequests({ ...ITEM, languages: ['zul'] })
  const saved = { ...request!, language: 'zul' } as Parameters<typeof toDraft>[0]
  assert.deepEqual({ asset: 'a1', ...toWorkRequestChange(toDraft(saved)) }, request)
})

test('finds the fields that differ between drafts', () => {
  const differing = findDifferingFields([ITEM, { ...ITEM, tags: ['x'], territory: 'DE' }])
  assert.deepEqual([...differing].toSorted(), ['tags', 'territory'])
  assert.equal(findDifferingFields([ITEM]).size, 0)
})
