import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultDestination } from './drop-destination.ts'

const asset = { _id: 'a1', slug: 'kite', name: 'Kite' }
const draft = { name: 'Kite', type: 'trailer' }
const known = {
  fileName: 'kite.mov',
  mayCreate: true,
  resumed: undefined,
  current: undefined,
  isRequestPage: false,
  named: undefined,
  draft,
}

test('creates an asset from a film that belongs to none', () => {
  assert.deepEqual(defaultDestination(known), { kind: 'new', draft })
  assert.deepEqual(defaultDestination({ ...known, fileName: 'kite.png' }), { kind: 'new', draft })
})

test('asks for the asset of other files, and of people who cannot create assets', () => {
  assert.equal(defaultDestination({ ...known, fileName: 'kite.srt' }), undefined)
  assert.equal(defaultDestination({ ...known, mayCreate: false }), undefined)
})

test('takes a film dropped on the page of an asset as its new cut', () => {
  const current = { ...known, current: asset }
  assert.deepEqual(defaultDestination(current), { kind: 'cut', asset })
  assert.deepEqual(defaultDestination({ ...current, fileName: 'a.srt' }), { kind: 'file', asset })
  assert.deepEqual(defaultDestination({ ...current, isRequestPage: true }), { kind: 'file', asset })
  assert.deepEqual(defaultDestination({ ...current, mayCreate: false }), { kind: 'file', asset })
})

test('adds a file that is named after an asset to it, and resumes an unfinished upload', () => {
  assert.deepEqual(defaultDestination({ ...known, named: asset }), { kind: 'file', asset })
  const resumed = { ...asset, _id: 'a2' }
  assert.deepEqual(defaultDestination({ ...known, named: asset, resumed }), {
    kind: 'file',
    asset: resumed,
  })
})
