import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeProject } from '../projects/contract.ts'
import { checkRecordConventions } from '../../test/conventions.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import * as contract from './contract.ts'
import { loadCheckTerms } from './queries/terms.ts'

test('serves the terms of a project by the common conventions', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { territory, vendor, translator } = a.people
  const { body: term, headers } = await territory.send(contract.createTerm, {
    params: { id: 'project-a' },
    body: {
      kind: 'term',
      source: 'warp core',
      language: 'deu',
      target: 'Warpkern',
      forbidden: ['Warp-Core'],
      note: 'As in the first film',
    },
  })
  const { _id, created, $links, ...rest } = term
  assert.deepEqual(rest, {
    project: a.project._id,
    kind: 'term',
    source: 'warp core',
    language: 'deu',
    target: 'Warpkern',
    forbidden: ['Warp-Core'],
    note: 'As in the first film',
  })
  assert.ok(created > 0)
  assert.deepEqual(
    [headers.get('location'), $links.self],
    [$links.self, `//reelay.test/api/projects/${a.project._id}/terms/${_id}`],
  )
  assert.deepEqual(
    await vendor.call(contract.getTerm, { params: { id: a.project._id, term: _id } }),
    term,
  )
  await checkRecordConventions(fixtures, territory, `/projects/${a.project._id}/terms/${_id}`, {
    note: 'Changed',
  })
  await expectProblem(
    vendor.call(contract.changeTerm, {
      params: { id: a.project._id, term: _id },
      body: { note: 'x' },
    }),
    403,
    'permission.required',
  )
  await expectProblem(
    territory.call(contract.createTerm, {
      params: { id: a.project._id },
      body: { kind: 'name', source: 'Warp Core', language: 'deu' },
    }),
    409,
    'record.exists',
  )
  await expectProblem(
    territory.call(contract.createTerm, {
      params: { id: a.project._id },
      body: { kind: 'word' as never, source: '' },
    }),
    422,
    'body.invalid',
  )
  await expectProblem(
    translator.call(contract.listTerms, { params: { id: a.project._id } }),
    404,
    'project.not-found',
  )
  assert.deepEqual(
    await territory.call(contract.removeTerm, { params: { id: a.project._id, term: _id } }),
    { _id, removed: true },
  )
  assert.equal(
    (await territory.call(contract.listTerms, { params: { id: a.project._id } })).total,
    0,
  )
})

test('finds terms by text, kind and language, and removes them with the project', async (t) => {
  const { a, admin, db } = await loadFixtures(t)
  const { studio } = a.people
  const add = (body: contract.NewProjectTerm) =>
    studio.call(contract.createTerm, { params: { id: a.project._id }, body })
  await add({ kind: 'name', source: 'Élodie' })
  await add({ kind: 'title', source: 'The Salt Road', language: 'deu', target: 'Die Salzstraße' })
  await add({ kind: 'title', source: 'The Salt Road' })
  await add({ kind: 'term', source: 'captain', language: 'fra', target: 'capitaine' })
  await add({ kind: 'term', source: 'ship', target: '', forbidden: ['Kahn'] })
  await add({ kind: 'date', source: 'May 4', language: 'deu', target: '4. Mai' })
  const list = async (query: object = {}) =>
    (await studio.call(contract.listTerms, { params: { id: a.project._id }, query })).items.map(
      ({ source, language }) => source + language,
    )
  assert.deepEqual(await list(), [
    'captainfra',
    'May 4deu',
    'ship',
    'The Salt Road',
    'The Salt Roaddeu',
    'Élodie',
  ])
  assert.deepEqual(await list({ q: 'elod' }), ['Élodie'])
  assert.deepEqual(await list({ kind: 'title', language: 'fra' }), ['The Salt Road'])
  assert.deepEqual(await loadCheckTerms(db, { project: a.project._id, language: 'deu' }), {
    names: [
      { source: 'Élodie' },
      { source: 'The Salt Road', target: 'Die Salzstraße' },
      { source: 'May 4', target: '4. Mai' },
    ],
    glossary: [{ source: 'ship', target: 'ship', forbidden: ['Kahn'] }],
  })
  await expectProblem(
    admin.call(removeProject, { params: { id: a.project._id } }),
    409,
    'record.in-use',
  )
  assert.equal((await list()).length, 6)
})

test('answers 404 for a term of another studio, under any project', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { _id: term } = await b.people.studio.call(contract.createTerm, {
    params: { id: b.project._id },
    body: { kind: 'name', source: 'Velmarra' },
  })
  const get = (id: string, which: string) =>
    a.people.studio.call(contract.getTerm, { params: { id, term: which } })
  const change = (id: string, which: string) =>
    a.people.studio.call(contract.changeTerm, { params: { id, term: which }, body: { note: 'x' } })
  for (const ask of [get, change])
    for (const project of [a.project._id, b.project._id])
      await expectSameProblem(ask(project, term), ask('f'.repeat(24), 'f'.repeat(24)), 404)
})
