import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { newestCode } from '../../test/mail-codes.ts'
import { uploadFile } from '../../test/orders.ts'
import { GUEST, asGuest, openLink } from '../../test/share-fixtures.ts'
import { createRequestAt } from '../../test/work-requests.ts'
import { sql } from '../kernel/db/sql.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { enqueue } from '../kernel/jobs/enqueue.ts'
import * as contract from './contract.ts'

/** A complete work request with one delivered file, whose recipient has no account. */
async function deliver({ a, db, runJobs }: Fixtures) {
  const request = await createRequestAt(a, 'approved')
  const file = await uploadFile(a.people.vendor, a, 'final.mov', 'the delivered film')
  await sql`insert into work_request_file (
      studio_id, work_request_id, name, file_id, position, delivery_name)
    values (${a.studio._id}, ${request}, 'Online', ${file._id}, 0, 'Delivered.mov')`.execute(db)
  await sql`update work_request set status = 'complete',
    recipients = recipients || ${JSON.stringify({ Online: [GUEST] })}::jsonb
    where id = ${request}`.execute(db)
  await inTransaction(db, (tx) => enqueue(tx, 'deliver-request', { workRequest: request }))
  await runJobs()
  return { request, file }
}

test('the delivery mail has a link with which a recipient downloads and accepts', async (t) => {
  const fixtures = await loadFixtures(t)
  const { request } = await deliver(fixtures)
  const { territory, studio } = fixtures.a.people
  const opened = await openLink(fixtures, await newestCode(fixtures, 's', GUEST))
  assert.deepEqual(
    opened.share.files.map(({ name }) => name),
    ['Delivered.mov'],
  )
  const [file] = opened.share.files
  assert.equal(
    (await asGuest(fixtures, `/api/shared/${file!._id}/file`, opened)).body,
    'the delivered film',
  )
  const accepted = await asGuest(fixtures, '/api/shared/decision', opened, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ decision: 'accepted' }),
  })
  assert.equal(accepted.statusCode, 200, accepted.body)
  const { items } = await studio.call(contract.listShares, { query: { subject: request } })
  assert.deepEqual(
    items.map(({ kind, from, recipients }) => [
      kind,
      from._id,
      recipients.map(({ email, decision, downloads }) => [email, decision, downloads]),
    ]),
    [['delivery', territory._id, [[GUEST, 'accepted', 1]]]],
  )
})

test('a delivery can be shared again with somebody else', async (t) => {
  const fixtures = await loadFixtures(t)
  const { request } = await deliver(fixtures)
  const share = await fixtures.a.people.studio.call(contract.createShare, {
    body: { kind: 'delivery', subject: request, mayDecide: true },
  })
  assert.deepEqual(
    share.files.map(({ name }) => name),
    ['Delivered.mov'],
  )
})
