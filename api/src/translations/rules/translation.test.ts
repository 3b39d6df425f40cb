import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TRANSLATION_STATUSES as ALL, type TranslationStatus } from '../contract.ts'
import { isOpen, planMove } from './translation.ts'

const writer = { permissions: new Set(['translation.write']) }
const approver = { permissions: new Set(['translation.approve']) }
const both = { permissions: new Set(['translation.write', 'translation.approve']) }
const outcome = (
  from: TranslationStatus,
  to: TranslationStatus,
  by = both,
  reason: string | undefined = 'because',
  hasLines = true,
) => {
  const plan = planMove({ status: from, hasLines }, to, by, reason)
  return plan.ok ? (plan.event ?? 'ok') : plan.status
}

test('allows exactly the transitions of the table, with their events', () => {
  const table = Object.fromEntries(ALL.map((from) => [from, ALL.map((to) => outcome(from, to))]))
  assert.deepEqual(table, {
    incomplete: [409, 'tsu', 409, 409],
    submitted: [409, 409, 'tap', 'trj'],
    approved: ['tro', 409, 409, 409],
    rejected: ['tro', 409, 409, 409],
  })
})

test('lets writers submit and reopen, and approvers decide', () => {
  assert.deepEqual(
    [outcome('incomplete', 'submitted', writer), outcome('incomplete', 'submitted', approver)],
    ['tsu', 403],
  )
  assert.deepEqual(
    [outcome('rejected', 'incomplete', writer), outcome('rejected', 'incomplete', approver)],
    ['tro', 403],
  )
  for (const [from, to] of [
    ['submitted', 'approved'],
    ['submitted', 'rejected'],
    ['approved', 'incomplete'],
  ] as const) {
    assert.equal(outcome(from, to, writer), 403)
    assert.notEqual(outcome(from, to, approver), 403)
  }
})

test('requires a reason to reject and reopen, but not to approve', () => {
  assert.equal(outcome('submitted', 'rejected', both, ''), 409)
  assert.equal(outcome('submitted', 'rejected', both, ' \n'), 409)
  assert.equal(outcome('approved', 'incomplete', both, ''), 409)
  assert.equal(outcome('submitted', 'approved', both, ''), 'tap')
  assert.equal(outcome('rejected', 'incomplete', both, ''), 'tro')
})

test('rejects an empty translation and names everything that is missing', () => {
  const plan = planMove({ status: 'incomplete', hasLines: false }, 'submitted', both, undefined)
  assert.ok(!plan.ok)
  assert.deepEqual(
    plan.missing.map(({ code }) => code),
    ['lines'],
  )
})

test('unlocks lines before submission and after rejection', () => {
  assert.deepEqual(
    ALL.filter((status) => isOpen({ status })),
    ['incomplete', 'rejected'],
  )
})
