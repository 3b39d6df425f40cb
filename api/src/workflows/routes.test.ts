import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkRecordConventions } from '../../test/conventions.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

const STANDARD = '000000000000000000000001'
const phase = (more: Partial<contract.Phase> = {}): contract.Phase => ({
  groups: [],
  users: [],
  terminal: false,
  ...more,
})
const define = (
  phases: Record<string, object> = { WIP: phase(), FINAL: phase({ terminal: true }) },
): contract.Definition => ({
  phases: phases as contract.Definition['phases'],
  requireGraphicsApproval: false,
  requireOfflineApproval: true,
})
const create = (person: TestUser, definition: object, name = 'Quick') =>
  person.call(contract.createWorkflow, {
    body: { name, definition: definition as contract.Definition },
  })
const change = (person: TestUser, id: string, body: object) =>
  person.call(contract.changeWorkflow, { params: { id }, body })

test('hides a workflow that names only groups and people of other studios', async (t) => {
  const { admin, a, b } = await loadFixtures(t)
  const ofGroup = phase({ groups: [{ id: b.vendors._id, usages: [], dng: [] }] })
  const created = [
    await create(admin, define({ WIP: ofGroup, FINAL: phase({ terminal: true }) })),
    await create(
      admin,
      define({ WIP: phase({ users: [b.people.guest._id] }), FINAL: phase({ terminal: true }) }),
    ),
  ]
  const visibleTo = async (person: TestUser) =>
    (await person.call(contract.listWorkflows)).items.map(({ _id }) => _id).toSorted()
  assert.deepEqual(await visibleTo(a.people.studio), [STANDARD])
  assert.deepEqual(
    await visibleTo(b.people.guest),
    [STANDARD, ...created.map(({ _id }) => _id)].toSorted(),
  )
  await expectProblem(
    a.people.studio.call(contract.getWorkflow, { params: { id: created[0]!._id } }),
    404,
  )
})

test('shows the standard workflow to everybody', async (t) => {
  const { a } = await loadFixtures(t)
  const { items } = await a.people.guest.call(contract.listWorkflows)
  assert.deepEqual(
    items.map((workflow) => [workflow._id, workflow.name]),
    [[STANDARD, 'Standard']],
  )
  assert.deepEqual(
    ['WIP', 'LOCK', 'FINAL']
      .map((name) => items[0]!.definition.phases[name])
      .map((phase) => [phase!.terminal, phase!.transitions]),
    [
      [false, ['LOCK']],
      [false, ['FINAL']],
      [true, []],
    ],
  )
  assert.deepEqual(
    await a.people.guest.call(contract.getWorkflow, { params: { id: STANDARD } }),
    items[0],
  )
})

test('lets an admin create a workflow', async (t) => {
  const { admin, a } = await loadFixtures(t)
  const definition = define({
    WIP: phase({
      groups: [{ id: a.vendors._id, dng: ['Subtitled'], usages: ['online'] }],
      users: [a.people.guest._id],
      description: 'Begin',
      transitions: ['FINAL'],
    }),
    FINAL: phase({ terminal: true }),
  })
  const created = await create(admin, definition)
  assert.deepEqual(created.definition, definition)
  assert.deepEqual(
    await a.people.guest.call(contract.getWorkflow, { params: { id: created._id } }),
    created,
  )
})

test('follows the conventions of every record', async (t) => {
  const fixtures = await loadFixtures(t)
  await checkRecordConventions(fixtures, fixtures.admin, `/workflows/${STANDARD}`, {
    name: 'Renamed',
  })
})

test('rejects an invalid definition', async (t) => {
  const { admin } = await loadFixtures(t)
  for (const [definition, pointer] of [
    [define({}), '/definition/phases'],
    [define({ WIP: phase() }), '/definition/phases'],
    [
      define({ WIP: phase({ transitions: ['NOWHERE'] }), FINAL: phase({ terminal: true }) }),
      '/definition/phases/WIP/transitions/0',
    ],
  ] as const) {
    const { errors } = await expectProblem(create(admin, definition), 422, 'workflow.invalid')
    assert.equal(errors[0]!.pointer, pointer)
    await expectProblem(change(admin, STANDARD, { definition }), 422, 'workflow.invalid')
  }
})

test('rejects invalid values', async (t) => {
  const { admin } = await loadFixtures(t)
  const manyPhases = Object.fromEntries(
    Array.from({ length: 21 }, (_, number) => [`P${number}`, phase({ terminal: true })]),
  )
  for (const definition of [
    define({ wip: phase({ terminal: true }) }),
    define({ 'HAS SPACE': phase({ terminal: true }) }),
    define({ FINAL: { ...phase(), terminal: 'yes' } }),
    define({ FINAL: { ...phase({ terminal: true }), users: ['short'] } }),
    define(manyPhases),
    { phases: {} },
  ]) {
    await expectProblem(create(admin, definition), 422, 'body.invalid')
  }
  await expectProblem(create(admin, { ...define(), colour: 'red' }), 400, 'body.unknown-field')
  await expectProblem(create(admin, define(), ''), 422, 'body.invalid')
})

test('lets only an admin define workflows', async (t) => {
  const { a } = await loadFixtures(t)
  for (const person of Object.values(a.people)) {
    await expectProblem(create(person, define()), 403, 'permission.required')
    await expectProblem(change(person, STANDARD, { name: 'x' }), 403, 'permission.required')
    await expectProblem(
      person.call(contract.removeWorkflow, { params: { id: STANDARD } }),
      403,
      'permission.required',
    )
  }
})

test('keeps a phase that has assets, and whether it is terminal', async (t) => {
  const { admin } = await loadFixtures(t)
  const { definition } = await admin.call(contract.getWorkflow, { params: { id: STANDARD } })
  const { WIP: _gone, ...rest } = definition.phases
  const withoutWip = { ...rest, LOCK: { ...rest.LOCK!, transitions: ['FINAL'] } }
  await expectProblem(
    change(admin, STANDARD, { definition: { ...definition, phases: withoutWip } }),
    409,
    'workflow.phase-in-use',
  )
  await expectProblem(
    change(admin, STANDARD, {
      definition: {
        ...definition,
        phases: { ...definition.phases, WIP: { ...definition.phases.WIP!, terminal: true } },
      },
    }),
    409,
    'workflow.phase-in-use',
  )
  const withoutLock = {
    WIP: { ...definition.phases.WIP!, transitions: ['FINAL'] },
    FINAL: definition.phases.FINAL!,
  }
  assert.deepEqual(
    Object.keys(
      (await change(admin, STANDARD, { definition: { ...definition, phases: withoutLock } }))
        .definition.phases,
    ).toSorted(),
    ['FINAL', 'WIP'],
  )
})

test('keeps a workflow that assets use and removes another', async (t) => {
  const { admin } = await loadFixtures(t)
  await expectProblem(
    admin.call(contract.removeWorkflow, { params: { id: STANDARD } }),
    409,
    'record.in-use',
  )
  const created = await create(admin, define())
  await expectProblem(
    admin.call(contract.removeWorkflow, {
      params: { id: created._id },
      headers: { 'if-match': '"old"' },
    }),
    412,
  )
  assert.deepEqual(await admin.call(contract.removeWorkflow, { params: { id: created._id } }), {
    _id: created._id,
    removed: true,
  })
  await expectProblem(
    admin.call(contract.getWorkflow, { params: { id: created._id } }),
    404,
    'workflow.not-found',
  )
  await expectProblem(change(admin, created._id, { name: 'x' }), 404)
})
