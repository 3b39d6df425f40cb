import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageKey, showsFilm, showsPage, targetOf, viewOf, type OpenPage } from './session-view.ts'

const PLAIN = { mode: 'side', wipe: 50 } as const
const request: OpenPage = {
  page: 'workrequest',
  _id: 'w1',
  beside: undefined,
  offset: undefined,
  playlist: undefined,
}
const asset: OpenPage = { ...request, page: 'asset', _id: 'a1' }
const offline = { kind: 'offline', _id: 'o1' } as const

test('members open the version that the leader watches', () => {
  const view = viewOf({ ...request, beside: 'o0', playlist: 'w1.w2' }, offline, PLAIN)
  assert.deepEqual(targetOf(view), {
    to: '/offlines/$id',
    params: { id: 'o1' },
    search: { playlist: 'w1.w2', beside: 'o0' },
  })
  assert.deepEqual(targetOf(viewOf(request, undefined, PLAIN)), {
    to: '/workrequests/$id',
    params: { id: 'w1' },
    search: {},
  })
})

test('members open the file that the leader watches, which covers a comparison', () => {
  const view = viewOf({ ...request, beside: 'o0' }, { kind: 'file', _id: 'f1' }, PLAIN)
  assert.equal(view.beside, null)
  assert.deepEqual(targetOf(view), {
    to: '/workrequests/$id',
    params: { id: 'w1' },
    search: { file: 'f1' },
  })
})

test('members open two previews with the offset of the leader', () => {
  const page = { ...asset, beside: 'p0', offset: '-3' }
  assert.deepEqual(targetOf(viewOf(page, { kind: 'preview', _id: 'p1' }, PLAIN)), {
    to: '/assets/$id',
    params: { id: 'a1' },
    search: { beside: 'p0', preview: 'p1', offset: '-3' },
  })
})

test('a page shows the film of the leader, or has not loaded it yet', () => {
  const view = viewOf(request, offline, PLAIN)
  assert.ok(showsFilm(view, view))
  assert.ok(showsFilm(view, viewOf(request, undefined, PLAIN)))
  assert.ok(!showsFilm(view, viewOf(request, { kind: 'offline', _id: 'o2' }, PLAIN)))
  assert.ok(!showsFilm(view, viewOf(asset, undefined, PLAIN)))
})

test('a comparison of the own and another playlist are another page', () => {
  const view = viewOf({ ...request, playlist: 'w1' }, offline, PLAIN)
  assert.ok(showsPage(view, view))
  assert.ok(!showsPage(view, { ...view, beside: 'o0' }))
  assert.ok(!showsPage(view, { ...view, playlist: null }))
})

test('a wipe does not open another page', () => {
  const view = viewOf(request, offline, PLAIN)
  assert.equal(pageKey(view), pageKey({ ...view, mode: 'wipe', wipe: 20 }))
  assert.notEqual(pageKey(view), pageKey({ ...view, beside: 'o0' }))
})
