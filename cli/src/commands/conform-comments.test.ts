import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commentsOn, uploadVersion } from '../../../api/test/review-fixtures.ts'
import { createRequestAt } from '../../../api/test/work-requests.ts'
import { setupSignedInCli } from '../../test/program.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'

test('moves comments to a new cut after showing the plan', async (t) => {
  const { runCommand, a, db } = await setupSignedInCli(t, 'vendor')
  const { vendor } = a.people
  const request = await createRequestAt(a, 'in-progress')
  const first = await uploadVersion({ a, db }, request)
  const { _id: comment } = await commentsOn(first).create(vendor, { text: 'Too dark', frame: 100 })
  const second = await uploadVersion({ a, db }, request)
  const conform = (...flags: string[]) =>
    runCommand('offline-comments', 'conform', second._id, ...flags)
  const plan = await conform('--offset', '2')
  assert.equal(plan.code, 0, plan.err)
  assert.match(plan.out, /^moved +.*100 +150 +10:00:06:00 +Too dark$/m)
  assert.match(plan.out, /^Applied +no \(apply it with --apply\)$/m)
  assert.equal((await commentsOn(second).read(vendor, comment)).frame, 100)

  const applied = await conform('--offset', '2', '--from', first._id, '--apply', '--json')
  assert.equal(JSON.parse(applied.out).applied, true, applied.err)
  assert.equal((await commentsOn(second).read(vendor, comment)).frame, 150)
  const twice = await conform('--offset', '2', '--stretch', '25:24')
  assert.equal(twice.code, EXIT_CODES.usage.code)
})
