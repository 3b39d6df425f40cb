import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkRecordConventions } from '../../test/conventions.ts'
import { newOrder } from '../../test/orders.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
import * as contract from './contract.ts'

const chile = {
  name: 'Chile',
  code: 'CL',
  standard: 'NTSC' as const,
  countries: [{ name: 'Chile', code: 'CL' }],
  languages: [{ name: 'Spanish', code: 'spa', dcpCode: 'ES' }],
  assignedLanguages: ['spa'],
}

test('lets an admin add a territory that everybody finds by id and code', async (t) => {
  const { admin, a, b } = await loadFixtures(t)
  const created = await admin.call(contract.createTerritory, { body: chile })
  assert.deepEqual(
    {
      ...chile,
      _id: created._id,
      created: created.created,
      $links: { self: `//reelay.test/api/territories/${created._id}` },
    },
    created,
  )
  for (const person of [a.people.guest, b.people.translator])
    for (const id of [created._id, 'CL'])
      assert.deepEqual(await person.call(contract.getTerritory, { params: { id } }), created)
})

test('defaults omitted lists to empty', async (t) => {
  const { admin } = await loadFixtures(t)
  const created = await admin.call(contract.createTerritory, {
    body: { name: 'Latin America', code: 'LAT', standard: 'NTSC' },
  })
  assert.deepEqual([created.countries, created.languages, created.assignedLanguages], [[], [], []])
})

test('follows the conventions of every record', async (t) => {
  const fixtures = await loadFixtures(t)
  await checkRecordConventions(fixtures, fixtures.admin, `/territories/${fixtures.territory._id}`, {
    standard: 'NTSC',
  })
})

test('lists by name and searches', async (t) => {
  const { admin, a } = await loadFixtures(t)
  await admin.call(contract.createTerritory, { body: chile })
  await admin.call(contract.createTerritory, { body: { ...chile, name: 'Österreich', code: 'AT' } })
  const names = async (q?: string) =>
    (
      await a.people.guest.call(contract.listTerritories, q === undefined ? {} : { query: { q } })
    ).items.map((territory) => territory.name)
  assert.deepEqual(await names(), ['Chile', 'Germany', 'Österreich'])
  assert.deepEqual(await names('OSTER'), ['Österreich'])
  assert.deepEqual(await names('%'), [])
  await expectProblem(
    admin.call(contract.listTerritories, { query: { code: 'DE' } as never }),
    400,
    'query.unknown-field',
  )
})

test('requires a unique code', async (t) => {
  const { admin, territory } = await loadFixtures(t)
  await expectProblem(
    admin.call(contract.createTerritory, { body: { ...chile, code: 'DE' } }),
    409,
    'territory.exists',
  )
  const created = await admin.call(contract.createTerritory, { body: chile })
  await expectProblem(
    admin.call(contract.changeTerritory, { params: { id: created._id }, body: { code: 'DE' } }),
    409,
    'territory.exists',
  )
  assert.equal(
    (
      await admin.call(contract.changeTerritory, {
        params: { id: territory._id },
        body: { code: 'DE', name: 'Deutschland' },
      })
    ).name,
    'Deutschland',
  )
})

test('gives a code to one of ten concurrent callers', async (t) => {
  const { admin } = await loadFixtures(t)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => admin.call(contract.createTerritory, { body: chile })),
  )
  assert.equal(outcomes.filter((outcome) => outcome.status === 'fulfilled').length, 1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      assert.equal((outcome.reason as { code: string }).code, 'territory.exists')
})

test('rejects invalid values', async (t) => {
  const { admin } = await loadFixtures(t)
  for (const more of [
    { code: 'de' },
    { code: 'GERM' },
    { code: 'D' },
    { standard: 'SECAM' },
    { name: '' },
    { languages: [{ name: 'German', code: 'de', dcpCode: '' }] },
    { countries: [{ name: 'x', code: 'xx' }] },
    { countries: Array.from({ length: 301 }, () => ({ name: 'x', code: 'XX' })) },
  ]) {
    await expectProblem(
      admin.call(contract.createTerritory, { body: { ...chile, ...more } as never }),
      422,
      'body.invalid',
    )
  }
  await expectProblem(
    admin.call(contract.createTerritory, { body: { name: 'x' } as never }),
    422,
    'body.invalid',
  )
})

test('returns 404 for an unknown territory', async (t) => {
  const { admin } = await loadFixtures(t)
  for (const id of ['f'.repeat(24), 'XX', 'de'])
    await expectProblem(
      admin.call(contract.getTerritory, { params: { id } }),
      404,
      'territory.not-found',
    )
  await expectProblem(admin.call(contract.changeTerritory, { params: { id: 'XX' }, body: {} }), 404)
  await expectProblem(admin.call(contract.removeTerritory, { params: { id: 'XX' } }), 404)
})

test('lets only an admin change territories', async (t) => {
  const { a, territory } = await loadFixtures(t)
  for (const person of Object.values(a.people)) {
    await expectProblem(
      person.call(contract.createTerritory, { body: chile }),
      403,
      'permission.required',
    )
    await expectProblem(
      person.call(contract.changeTerritory, { params: { id: territory._id }, body: { name: 'x' } }),
      403,
      'permission.required',
    )
    await expectProblem(
      person.call(contract.removeTerritory, { params: { id: territory._id } }),
      403,
      'permission.required',
    )
  }
})

test('keeps a territory that has people and removes an unused one', async (t) => {
  const { admin, territory } = await loadFixtures(t)
  await expectProblem(
    admin.call(contract.removeTerritory, { params: { id: territory._id } }),
    409,
    'record.in-use',
  )
  const created = await admin.call(contract.createTerritory, { body: chile })
  await expectProblem(
    admin.call(contract.removeTerritory, {
      params: { id: 'CL' },
      headers: { 'if-match': '"old"' },
    }),
    412,
  )
  assert.deepEqual(await admin.call(contract.removeTerritory, { params: { id: 'CL' } }), {
    _id: created._id,
    removed: true,
  })
  await expectProblem(admin.call(contract.getTerritory, { params: { id: created._id } }), 404)
})

test('keeps the code of a territory with work requests', async (t) => {
  const { admin, a, territory } = await loadFixtures(t)
  await a.people.territory.call(createWorkRequest, { body: newOrder(a) })
  await expectProblem(
    admin.call(contract.changeTerritory, { params: { id: territory._id }, body: { code: 'AT' } }),
    409,
    'record.in-use',
  )
  assert.equal(
    (
      await admin.call(contract.changeTerritory, {
        params: { id: territory._id },
        body: { name: 'Deutschland' },
      })
    ).name,
    'Deutschland',
  )
})
