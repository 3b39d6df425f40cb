import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EVENT_TYPES } from '../../events/contract.ts'
import { AUTOMATIC_CAUSES } from '../../workrequests/contract/automatic.ts'
import { titleOf } from './present.ts'

test('has a title for every event type', () => {
  const titles = EVENT_TYPES.map((type) => titleOf(type, 'Ada'))
  assert.equal(new Set(titles).size, EVENT_TYPES.length)
  assert.ok(
    titles.every((title) => /^(Ada|A work request) /.test(title) && !title.includes('something')),
  )
  assert.equal(titleOf('wam', 'Ada'), 'Ada marked a work request as awaiting materials')
  assert.equal(titleOf('fin', 'Ada', { files: '40' }), 'Ada added 40 files')
  const rule = { cause: 'assignment-rule', territory: 'DE', language: 'deu', project: null }
  assert.equal(
    titleOf('was', 'Ada', rule),
    'A work request is assigned to a vendor (automatic, by the rule for Germany, German)',
  )
  assert.match(titleOf('was', 'Ada', { ...rule, territory: 'LATAM' }), /for LATAM, German/)
})

test('names nobody in the title of an automatic move', () => {
  assert.equal(
    titleOf('wip', 'Ada', { cause: 'materials-complete' }),
    'A work request is in progress (automatic, after the last material was approved)',
  )
  for (const type of ['wam', 'wip', 'wrv', 'wap', 'wco'] as const)
    for (const cause of AUTOMATIC_CAUSES) {
      assert.doesNotMatch(titleOf(type, 'Ada', { cause }), /Ada|changed/)
      assert.ok(
        ['conditions-met', 'deadline'].includes(cause) ||
          !titleOf(type, '', { cause }).includes('nothing was'),
      )
    }
})

test('says in a reminder how far away the deadline is', () => {
  const title = (hours: string, deadline = 'due') =>
    titleOf('wdu', 'Ada', { cause: 'deadline', deadline, hours })
  assert.equal(title('-24'), 'A work request is due in 24 hours')
  assert.equal(title('-1'), 'A work request is due in 1 hour')
  assert.equal(title('0'), 'A work request is due now')
  assert.equal(title('72', 'delivery'), 'The delivery of a work request is overdue by 3 days')
})

test('keeps a title on one line for any name', () =>
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('a', ' ', '\n', '\r', '\t', '\v', '\f', '\u2028', '\u2029', 'é'),
      }),
      fc.constantFrom(...EVENT_TYPES),
      (name, type) => {
        assert.ok(!/[\r\n\u2028\u2029\t\v\f]/.test(titleOf(type, `a${name}\r\nb`)))
      },
    ),
    { numRuns: 300 },
  ))
