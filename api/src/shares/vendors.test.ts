// Somebody of a vendor who may share still shares and sees nothing of other vendors.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { uploadFile } from '../../test/orders.ts'
import { createVendor, firstVendor } from '../../test/vendor-fixtures.ts'
import { createRequestAt } from '../../test/work-requests.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

/** A complete request for all vendors, with a file of each of two vendors who may share. */
async function loadVendors(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  const vendors = [firstVendor(a), await createVendor(fixtures, a)] as const
  const request = await createRequestAt(a, 'approved')
  const files = []
  for (const [position, { group, person }] of vendors.entries()) {
    await sql`update membership set permissions = '{workrequest.approve,file.download,report.read}'
      where person_id = ${person._id}`.execute(db)
    const { _id } = await uploadFile(a.people.studio, a, `version-${position}.mov`, group)
    await sql`update file set vendors = ${[group]} where id = ${_id}`.execute(db)
    await sql`insert into work_request_file (studio_id, work_request_id, name, file_id, position)
      values (${fixtures.a.studio._id}, ${request}, 'Online', ${_id}, ${position})`.execute(db)
    files.push(_id)
  }
  await sql`update work_request set status = 'complete' where id = ${request}`.execute(db)
  return { fixtures, request, files, first: vendors[0].person, other: vendors[1].person }
}

test('a file that is for some vendors cannot be shared by another vendor', async (t) => {
  const { fixtures, request, files, first, other } = await loadVendors(t)
  const shareFiles = (chosen: string[]) => ({ body: { kind: 'files' as const, files: chosen } })
  await expectProblem(first.call(contract.createShare, shareFiles(files)), 422)
  const own = await first.call(contract.createShare, shareFiles([files[0]!]))
  assert.deepEqual(
    own.files.map(({ _id }) => _id),
    [files[0]],
  )
  const delivery = { body: { kind: 'delivery' as const, subject: request } }
  const shared = await other.call(contract.createShare, delivery)
  assert.deepEqual(
    shared.files.map(({ _id }) => _id),
    [files[1]],
    'of a delivery, a vendor shares the own files',
  )
  const { files: all } = await fixtures.a.people.studio.call(contract.createShare, delivery)
  assert.deepEqual(
    all.map(({ _id }) => _id),
    files,
  )
})

test('a vendor does not see the shares of others', async (t) => {
  const { fixtures, files, first } = await loadVendors(t)
  const { studio } = fixtures.a.people
  const share = await studio.call(contract.createShare, { body: { kind: 'files', files } })
  const { _id: own } = await first.call(contract.createShare, {
    body: { kind: 'files', files: [files[0]!] },
  })
  await expectProblem(first.call(contract.getShare, { params: { id: share._id } }), 404)
  const idsFor = async (person: typeof first) =>
    (await person.call(contract.listShares)).items.map(({ _id }) => _id).toSorted()
  assert.deepEqual(await idsFor(first), [own])
  assert.deepEqual(await idsFor(studio), [own, share._id].toSorted())
})
