import assert from 'node:assert/strict'
import type { Installation } from '../tools/installation.ts'
import { expectStatus, send } from '../tools/request.ts'
import { findGap, waitForSeal } from './flows.ts'

/** The owner of the table can switch its triggers off. The verifier must notice the change. */
export async function changedAuditRow(on: Installation): Promise<string> {
  const verify = async () =>
    expectStatus(await send(on, '/api/audit/verify', { by: on.admin }), 200).text
  await waitForSeal(on)
  const before = await verify()
  const [row] = await on.query<{ id: string; name: string }>(
    `select a.id, a.about_name as name from audit a join audit_link l using (number) limit 1`,
  )
  const rename = async (name: string) => {
    await on.query('alter table audit disable trigger user')
    await on.query('update audit set about_name = $1 where id = $2', [name, row!.id])
    await on.query('alter table audit enable trigger user')
  }
  await rename('forged')
  const broken = await verify()
  await rename(row!.name)
  assert.notEqual(broken, before)
  assert.match(broken, /changed/)
  assert.doesNotMatch(before, /changed/)
  return 'the verifier reports it'
}

export async function missingHistoryRow(): Promise<string> {
  const history = ['incomplete', 'submitted', 'in-progress', 'for-review', 'approved'] as const
  assert.equal(findGap([...history]), undefined)
  const gap = findGap(history.filter((status) => status !== 'for-review'))
  assert.equal(gap, 'in-progress → approved')
  return gap
}
