import assert from 'node:assert/strict'
import { test } from 'node:test'
import { access, missingRules, workrequests } from '@reelay/api/contract'
import { isFinalStep, isTheirs, nameOfMove, offered, onwardOf, whoOf } from './transitions.ts'

const move = (
  to: workrequests.Status,
  more: Partial<workrequests.PossibleMove> = {},
): workrequests.PossibleMove => ({
  to,
  may: true,
  why: '',
  missing: [],
  needsReason: false,
  needsCode: false,
  ...more,
})
const missing = {
  code: 'material',
  step: 'material.attach',
  of: 'Graphics',
  message: '',
  who: missingRules.WHO.workers,
}

test('the way on is offered first, ends last, and only what one may do', () => {
  const moves = [
    move('incomplete'),
    move('rejected', { needsReason: true, needsCode: true }),
    move('approved'),
    move('cancelled'),
    move('complete', { may: false }),
  ]
  assert.deepEqual(
    offered('for-review', moves).map(({ to }) => to),
    ['approved', 'rejected', 'incomplete', 'cancelled'],
  )
  assert.equal(onwardOf('for-review', moves)?.to, 'approved')
  assert.equal(onwardOf('complete', moves), undefined)
})

test('work is begun, begun without what is missing, taken up again, or opened anew', () => {
  assert.deepEqual(
    [
      nameOfMove('submitted', move('in-progress')),
      nameOfMove('awaiting-materials', move('in-progress', { missing: [missing] })),
      nameOfMove('rejected', move('in-progress')),
      nameOfMove('complete', move('in-progress')),
    ],
    ['in-progress', 'anyway', 'again', 'reopen'],
  )
  assert.deepEqual(
    [
      nameOfMove('approved', move('complete')),
      nameOfMove('approved', move('complete', { missing: [missing] })),
    ],
    ['complete', 'completeAnyway'],
  )
})

test('what nobody undoes waits a moment, unless a reason was written for it', () => {
  assert.deepEqual(
    [
      move('approved'),
      move('cancelled'),
      move('cancelled', { needsReason: true }),
      move('for-review'),
    ].map(isFinalStep),
    [true, true, false, false],
  )
})

test('each knows what is theirs to do', () => {
  const as = (role: access.Role, _id: string = role, name: string = role) => ({
    me: { _id, name, roles: [role] },
    rights: access.rightsOf([role], []),
    owner: 'owner',
  })
  const { workers, approvers, owners, service } = missingRules.WHO
  assert.deepEqual(
    [workers, approvers, owners, service].map((who) => isTheirs(who, as('vendor'))),
    [true, false, false, false],
  )
  assert.deepEqual(
    [workers, approvers, owners].map((who) => isTheirs(who, as('territory'))),
    [false, true, false],
  )
  assert.ok(isTheirs(owners, as('territory', 'owner')))
  assert.deepEqual(
    [isTheirs('Kanade', as('translator', 'k', 'Kanade')), whoOf('Kanade')],
    [true, undefined],
  )
})
