import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures } from '../../test/fixtures.ts'
import { createRequestAt } from '../../test/work-requests.ts'
import { serviceViewer } from '../access/queries/viewers.ts'
import { getMovableRequests } from '../workrequests/queries/movable.ts'
import { getWorkRequest } from '../workrequests/queries/work-requests.ts'
import { nextStep } from './rules/next-step.ts'

const STATUSES = [
  'incomplete',
  'awaiting-materials',
  'in-progress',
  'for-review',
  'approved',
] as const

test('finds the same next step as the whole record gives', async (t) => {
  const { db, a } = await loadFixtures(t)
  const ids: string[] = []
  for (const status of STATUSES) ids.push(await createRequestAt(a, status))
  const found = await getMovableRequests(db, ids)
  for (const id of ids) {
    const whole = await getWorkRequest(db, serviceViewer, id)
    assert.deepEqual(nextStep(found.get(id)!), nextStep(whole), whole.status)
  }
})
