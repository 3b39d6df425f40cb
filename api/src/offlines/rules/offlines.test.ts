import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STATUSES } from '../../workrequests/contract.ts'
import { checkDecision, acceptsOfflines } from './decisions.ts'
import { presentOffline, type StoredOffline } from './offlines.ts'

const offline = (more: Partial<StoredOffline> = {}): StoredOffline => ({
  _id: 'o',
  workRequest: 'w',
  from: 'v',
  project: 'p',
  asset: 'a',
  file: 'f',
  version: 1,
  decision: null,
  reason: '',
  code: null,
  created: 1,
  owner: 'owner',
  newest: true,
  status: 'for-review',
  studio: 's',
  showing: null,
  ...more,
})
const approver = { _id: 'x', rights: new Set(['workrequest.approve']) }
const [owner, stranger] = [
  { _id: 'owner', rights: new Set<string>() },
  { _id: 'y', rights: new Set<string>() },
]
const codeOf = (...args: Parameters<typeof checkDecision>) => checkDecision(...args)?.code

test('an offline counts while it can still change what happens', () => {
  assert.deepEqual(STATUSES.filter(acceptsOfflines), [
    'awaiting-materials',
    'in-progress',
    'for-review',
    'rejected',
  ])
})

test('its order’s owner decides, and who may approve; nobody else', () => {
  assert.equal(codeOf(offline(), owner, { decision: 'approved' }), undefined)
  assert.equal(codeOf(offline(), approver, { decision: 'approved' }), undefined)
  assert.equal(codeOf(offline(), stranger, { decision: 'approved' }), 'offline.not-yours')
})

test('who may not decide is told nothing of why it could not be decided anyway', () => {
  assert.equal(
    codeOf(offline({ newest: false, decision: 'approved' }), stranger, { decision: 'rejected' }),
    'offline.not-yours',
  )
})

test('an old one, a decided one and one of a closed order are past deciding', () => {
  assert.equal(codeOf(offline({ newest: false }), owner, { decision: 'approved' }), 'offline.old')
  assert.equal(
    codeOf(offline({ decision: 'rejected' }), owner, { decision: 'approved' }),
    'offline.decided',
  )
  assert.equal(
    codeOf(offline({ status: 'complete' }), owner, { decision: 'approved' }),
    'offline.too-late',
  )
})

test('a rejection needs a reason and a code, an approval neither', () => {
  assert.equal(codeOf(offline(), owner, { decision: 'rejected' }), 'offline.reason-missing')
  assert.equal(
    codeOf(offline(), owner, { decision: 'rejected', reason: 'x' }),
    'offline.reason-missing',
  )
  assert.equal(
    codeOf(offline(), owner, { decision: 'rejected', code: 'sound' }),
    'offline.reason-missing',
  )
  assert.equal(
    codeOf(offline(), owner, { decision: 'rejected', reason: 'x', code: 'sound' }),
    undefined,
  )
  assert.match(
    checkDecision(offline(), owner, { decision: 'rejected' })!.why,
    /picture, sound, .*other\.$/,
  )
})

test('what deciding needs to know stays inside', () => {
  const shown = presentOffline(offline(), { host: 'h', sign: (path) => `signed:${path}` })
  assert.ok(!['owner', 'newest', 'studio', 'showing'].some((name) => name in shown))
  assert.equal(shown.status, 'none', 'of what is watched, not of the work request')
  assert.equal(shown.path, 'signed:/offlines/o/content')
})
