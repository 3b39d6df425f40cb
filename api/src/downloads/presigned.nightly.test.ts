import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildApp } from '../app.ts'
import { registerFile } from '../files/contract.ts'
import { startHashing } from '../kernel/storage/hashing.ts'
import { createIntake } from '../kernel/storage/intake.ts'
import { s3Storage } from '../kernel/storage/s3.ts'
import { createBucket } from '../../test/ceph.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'

test('creates the record first and redirects to the object store', async (t) => {
  const settings = await createBucket(t)
  if (!settings) return
  const {
    a,
    db,
    app: { config, database, keys, masterKeys, compute },
  } = await loadFixtures(t)
  const [storage, hashing] = [s3Storage(settings), startHashing()]
  const app = buildApp({
    database,
    config: { ...config, s3: { ...settings, presign: true } },
    keys,
    masterKeys,
    compute,
    storage,
    intake: createIntake(storage, hashing),
  })
  t.after(async () => {
    await app.fastify.close()
    await hashing.stop()
  })
  const { _id } = await a.people.vendor.call(registerFile, {
    body: { name: 'Räuber "1".txt', asset: a.asset._id },
  })
  const path = `/api/files/${_id}/content`
  await rawRequest({ app }, path, {
    by: a.people.vendor,
    method: 'PUT',
    payload: '0123456789',
    headers: { 'content-type': 'application/octet-stream' },
  })

  const response = await rawRequest({ app }, path, { by: a.people.territory })
  assert.deepEqual(
    [response.statusCode, response.body.includes('0123'), response.headers['cache-control']],
    [307, false, 'private, no-store'],
  )
  assert.equal(
    (await sql`select from download where person_id = ${a.people.territory._id}`.execute(db)).rows
      .length,
    1,
  )
  const sent = await fetch(response.headers.location!, { headers: { range: 'bytes=5-' } })
  assert.deepEqual(
    [sent.status, await sent.text(), sent.headers.get('content-type')],
    [206, '56789', 'text/plain'],
  )
  assert.match(
    sent.headers.get('content-disposition')!,
    /^attachment; filename="Ra_uber _1_\.txt"; filename\*=UTF-8''R%C3%A4uber%20%221%22\.txt$/,
  )
  const head = await rawRequest({ app }, path, { by: a.people.territory, method: 'HEAD' })
  assert.deepEqual(
    [head.statusCode, head.headers['content-length']],
    [200, '10'],
    'answers HEAD itself',
  )
})
