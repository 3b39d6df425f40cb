// The start and end of an embargo.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as assets from '../assets/contract.ts'
import * as files from '../files/contract.ts'
import * as notifications from '../notifications/contract.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { loadEmbargoedFile, setEmbargo } from './embargoed-file.fixture.ts'

test("ends an embargo by the database's clock", async (t) => {
  const fixtures = await loadEmbargoedFile(t)
  const { territory } = fixtures.a.people
  await setEmbargo(fixtures, '1 hour')
  await expectProblem(territory.call(files.getFile, { params: { id: fixtures.file } }), 404)
  await setEmbargo(fixtures, '-1 second')
  assert.equal(
    (await territory.call(files.getFile, { params: { id: fixtures.file } })).name,
    'secret.mp4',
  )
  assert.equal(
    (await territory.call(notifications.listNotifications, { query: { type: 'fin' } })).total,
    1,
    'events become visible again',
  )
})

test('ends an embargo with a terminal phase and restores it when the asset leaves it', async (t) => {
  const fixtures = await loadEmbargoedFile(t)
  const { a, admin, file } = fixtures
  const sees = () => a.people.vendor.call(files.getFile, { params: { id: file } })
  const move = (by: TestUser, phase: string, reason?: string) =>
    by.call(assets.changeAsset, {
      params: { id: a.asset._id },
      body: { workflow: { phase }, ...(reason && { reason }) },
    })
  await a.people.studio.call(files.changeFile, {
    params: { id: file },
    body: { embargo: { event: true } },
  })
  await expectProblem(sees(), 404)
  await move(a.people.studio, 'FINAL')
  assert.equal((await sees())._id, file)
  await move(admin, 'WIP', 'recut')
  await expectProblem(sees(), 404)
  await move(a.people.studio, 'FINAL')
  await setEmbargo(fixtures, '1 hour')
  await expectProblem(sees(), 404, 'file.not-found')
})

test('lets only people with embargo.bypass set, move or lift an embargo', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, vendor } = a.people
  const register = (embargo: files.NewFile['embargo']) =>
    vendor.call(files.registerFile, { body: { name: 'x', asset: a.asset._id, embargo } })
  await expectProblem(register({ end: 4_000_000_000 }), 403, 'field.protected')
  await expectProblem(register({ event: true }), 403, 'field.protected')
  const own = await register({ event: false, end: null })
  await expectProblem(
    vendor.call(files.changeFile, {
      params: { id: own._id },
      body: { name: 'y', embargo: { end: 4_000_000_000 } },
    }),
    403,
    'field.protected',
  )
  assert.deepEqual(await vendor.call(files.changeFile, { params: { id: own._id }, body: own }), own)
  const embargoed = await studio.call(files.changeFile, {
    params: { id: own._id },
    body: { embargo: { end: 4_000_000_000 } },
  })
  assert.deepEqual([embargoed.name, embargoed.embargo], ['x', { event: false, end: 4_000_000_000 }])
  await expectProblem(
    vendor.call(files.getFile, { params: { id: own._id } }),
    404,
    'file.not-found',
  )
  assert.deepEqual(
    (
      await studio.call(files.changeFile, {
        params: { id: own._id },
        body: { embargo: { event: true } },
      })
    ).embargo,
    { event: true, end: 4_000_000_000 },
    'keeps the end date',
  )
  assert.deepEqual(
    (
      await studio.call(files.changeFile, {
        params: { id: own._id },
        body: { embargo: { event: false, end: null } },
      })
    ).embargo,
    { event: false, end: null },
  )
  assert.equal((await vendor.call(files.getFile, { params: { id: own._id } })).name, 'x')
})
