import assert from 'node:assert/strict'
import { test } from 'node:test'
import { access, missingRules, workrequests } from '@reelay/api/contract'
import {
  isIrreversible,
  isResponsible,
  moveLabel,
  availableMoves,
  nextMove,
  responsibleRole,
} from './moves.ts'

const move = (
  to: workrequests.Status,
  more: Partial<workrequests.PossibleMove> = {},
): workrequests.PossibleMove => ({
  to,
  may: true,
  detail: '',
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
  who: missingRules.RESPONSIBLE.workers,
}

test('offers the allowed moves: the next step first, cancelling last', () => {
  const moves = [
    move('incomplete'),
    move('rejected', { needsReason: true, needsCode: true }),
    move('approved'),
    move('cancelled'),
    move('complete', { may: false }),
  ]
  assert.deepEqual(
    availableMoves('for-review', moves).map(({ to }) => to),
    ['approved', 'rejected', 'incomplete', 'cancelled'],
  )
  assert.equal(nextMove('for-review', moves)?.to, 'approved')
  assert.equal(nextMove('complete', moves), undefined)
})

test('labels a move by its context', () => {
  assert.deepEqual(
    [
      moveLabel('submitted', move('in-progress')),
      moveLabel('awaiting-materials', move('in-progress', { missing: [missing] })),
      moveLabel('rejected', move('in-progress')),
      moveLabel('complete', move('in-progress')),
    ],
    ['in-progress', 'startWithoutMaterials', 'resume', 'reopen'],
  )
  assert.deepEqual(
    [
      moveLabel('approved', move('complete')),
      moveLabel('approved', move('complete', { missing: [missing] })),
    ],
    ['complete', 'completeAnyway'],
  )
})

test('an irreversible move waits, unless it has a reason', () => {
  assert.deepEqual(
    [
      move('approved'),
      move('cancelled'),
      move('cancelled', { needsReason: true }),
      move('for-review'),
    ].map(isIrreversible),
    [true, true, false, false],
  )
})

test('knows what each role is responsible for', () => {
  const userWith = (role: access.Role, _id: string = role, name: string = role) => ({
    me: { _id, name, roles: [role] },
    permissions: access.permissionsOf([role], []),
    owner: 'owner',
  })
  const { workers, approvers, owners, service } = missingRules.RESPONSIBLE
  assert.deepEqual(
    [workers, approvers, owners, service].map((who) => isResponsible(who, userWith('vendor'))),
    [true, false, false, false],
  )
  assert.deepEqual(
    [workers, approvers, owners].map((who) => isResponsible(who, userWith('territory'))),
    [false, true, false],
  )
  assert.ok(isResponsible(owners, userWith('territory', 'owner')))
  assert.deepEqual(
    [isResponsible('Kanade', userWith('translator', 'k', 'Kanade')), responsibleRole('Kanade')],
    [true, undefined],
  )
})
