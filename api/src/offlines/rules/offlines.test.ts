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
  decided: null,
  isRecent: null,
  created: 1,
  owner: 'owner',
  newest: true,
  status: 'for-review',
  studio: 's',
  showing: null,
  ...more,
})
const approver = { _id: 'x', permissions: new Set(['workrequest.approve']) }
const [owner, stranger] = [
  { _id: 'owner', permissions: new Set<string>() },
  { _id: 'y', permissions: new Set<string>() },
]
const codeOf = (...args: Parameters<typeof checkDecision>) => checkDecision(...args)?.code

test('accepts offlines only in open stages of the work', () => {
  assert.deepEqual(STATUSES.filter(acceptsOfflines), [
    'awaiting-materials',
    'in-progress',
    'for-review',
    'rejected',
  ])
})

test('lets only the owner and approvers decide', () => {
  assert.equal(codeOf(offline(), owner, { decision: 'approved' }), undefined)
  assert.equal(codeOf(offline(), approver, { decision: 'approved' }), undefined)
  assert.equal(codeOf(offline(), stranger, { decision: 'approved' }), 'offline.forbidden')
})

test('answers 403 before any other reason', () => {
  assert.equal(
    codeOf(offline({ newest: false, decision: 'approved' }), stranger, { decision: 'rejected' }),
    'offline.forbidden',
  )
})

test('rejects decisions on old, decided and late offlines', () => {
  assert.equal(
    codeOf(offline({ newest: false }), owner, { decision: 'approved' }),
    'offline.outdated',
  )
  assert.equal(
    codeOf(offline({ decision: 'rejected' }), owner, { decision: 'approved' }),
    'offline.already-decided',
  )
  assert.equal(
    codeOf(offline({ status: 'complete' }), owner, { decision: 'approved' }),
    'offline.review-closed',
  )
})

test('requires a reason and a code for a rejection but not for an approval', () => {
  assert.equal(codeOf(offline(), owner, { decision: 'rejected' }), 'offline.reason-required')
  assert.equal(
    codeOf(offline(), owner, { decision: 'rejected', reason: 'x' }),
    'offline.reason-required',
  )
  assert.equal(
    codeOf(offline(), owner, { decision: 'rejected', code: 'sound' }),
    'offline.reason-required',
  )
  assert.equal(
    codeOf(offline(), owner, { decision: 'rejected', reason: 'x', code: 'sound' }),
    undefined,
  )
  assert.match(
    checkDecision(offline(), owner, { decision: 'rejected' })!.detail,
    /picture, sound, .*other\.$/,
  )
})

test('does not present internal fields', () => {
  const shown = presentOffline(offline(), { host: 'h', sign: (path) => `signed:${path}` })
  assert.ok(!['owner', 'newest', 'studio', 'showing'].some((name) => name in shown))
  assert.equal(shown.status, 'none', 'status of the media, not of the work request')
  assert.equal(shown.path, 'signed:/offlines/o/content')
})
