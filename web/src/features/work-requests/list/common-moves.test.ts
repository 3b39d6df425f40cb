import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { workrequests } from '@reelay/api/contract'
import { commonMoves } from './common-moves.ts'

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

test('offers only the moves that all requests allow, with the reasons they need', () => {
  const common = commonMoves([
    [move('cancelled'), move('in-progress'), move('incomplete')],
    [move('cancelled', { needsReason: true }), move('incomplete', { may: false })],
  ])
  assert.deepEqual(
    common.map(({ to, needsReason }) => [to, needsReason]),
    [['cancelled', true]],
  )
  assert.deepEqual(commonMoves([]), [])
  assert.deepEqual(
    commonMoves([[move('approved')]]).map(({ to }) => to),
    ['approved'],
  )
})
