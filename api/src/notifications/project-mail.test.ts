import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadEmbargoFixtures } from '../../test/embargo-fixtures.ts'
import {
  loadFixtures,
  type Fixtures,
  type StudioFixtures,
  type TestUser,
} from '../../test/fixtures.ts'
import { createRequestAt } from '../../test/work-requests.ts'
import * as assets from '../assets/contract.ts'
import * as events from '../events/contract.ts'
import * as files from '../files/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import * as projects from '../projects/contract.ts'
import { changeUser, type Preferences } from '../users/contract.ts'
import * as contract from './contract.ts'

const prefer = (person: TestUser, preferences: { mail?: Partial<Preferences['mail']> }) =>
  person.call(changeUser, { params: { id: person._id }, body: { preferences } })
const subjectsFor = async ({ db }: Pick<Fixtures, 'db'>, { email }: TestUser) =>
  (
    await sql<{ subject: string }>`
      select subject from mail where to_address = ${email} order by created_at, id`.execute(db)
  ).rows.map(({ subject }) => subject)
const titlesFor = async (person: TestUser, ...types: string[]) =>
  (await person.call(contract.listNotifications, { query: { type: types.join(',') } })).items.map(
    ({ title }) => title,
  )
/** Makes every digest due and writes it. */
async function sendDigests({ db, runJobs }: Pick<Fixtures, 'db' | 'runJobs'>) {
  await sql`update notification set due_at = now() where due_at is not null`.execute(db)
  await sql`insert into job (kind, payload) values ('enqueue-digests', '{}')`.execute(db)
  await runJobs()
}

const createProject = (by: TestUser, { studio }: StudioFixtures, name = 'The Lantern') =>
  by.call(projects.createProject, { body: { name, studio: studio._id } })
const changeProject = (by: TestUser, id: string, body: Partial<projects.Project>) =>
  by.call(projects.changeProject, { params: { id }, body })
const createAsset = (
  by: TestUser,
  { project }: StudioFixtures,
  more: Partial<assets.NewAsset> = {},
) =>
  by.call(assets.createAsset, {
    body: { name: 'Teaser', project: project._id, type: 'trailer.intl', ...more },
  })

test('tells the studio and its territories about a project, and nobody else', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, admin, runJobs } = fixtures
  const { _id } = await createProject(admin, a)
  await changeProject(admin, _id, { slug: 'lantern' })
  await changeProject(admin, _id, { name: 'The Lamp', release: { date: 1_900_000_000, tz: 'UTC' } })
  await changeProject(admin, _id, { status: 'archived' })
  await changeProject(admin, _id, { status: 'active' })
  await runJobs()
  for (const person of [a.people.studio, a.people.territory])
    assert.deepEqual(await titlesFor(person, 'pcr', 'pch', 'par'), [
      'Administrator changed a project',
      'Administrator archived a project',
      'Administrator changed a project',
      'Administrator created a project',
    ])
  for (const person of [a.people.vendor, a.people.guest, a.people.translator, b.people.studio])
    assert.deepEqual(await titlesFor(person, 'pcr', 'pch', 'par'), [])
  const { items } = await a.people.territory.call(events.listEvents, { query: { type: 'pch' } })
  assert.deepEqual(
    items.map(({ details, projects: about }) => [details.fields, about?.map(({ name }) => name)]),
    [
      ['status', ['The Lamp']],
      ['name, release', ['The Lamp']],
    ],
  )
})

for (const [preference, change, subject] of [
  [
    'projects',
    (fixtures: Fixtures) => createProject(fixtures.admin, fixtures.a),
    'The Lantern: Administrator created a project',
  ],
  [
    'assets',
    (fixtures: Fixtures) => createAsset(fixtures.admin, fixtures.a),
    'Project a · Teaser: Administrator added an asset',
  ],
] as const)
  test(`mails follow the preference mail.${preference}`, async (t) => {
    const fixtures = await loadFixtures(t)
    const { a, runJobs } = fixtures
    const { territory } = a.people
    await prefer(territory, { mail: { [preference]: -1 } })
    await change(fixtures)
    await runJobs()
    await sendDigests(fixtures)
    assert.deepEqual(await subjectsFor(fixtures, territory), [])
    await prefer(territory, { mail: { [preference]: 0 } })
    await change(fixtures)
    await runJobs()
    assert.deepEqual(await subjectsFor(fixtures, territory), [subject])
    await prefer(territory, { mail: { [preference]: 86_400 } })
    await change(fixtures)
    await change(fixtures)
    await runJobs()
    assert.equal((await subjectsFor(fixtures, territory)).length, 1, 'waits for the digest')
    await sendDigests(fixtures)
    assert.deepEqual((await subjectsFor(fixtures, territory)).slice(1), [
      'Reelay: 2 for your information',
    ])
  })

test('tells people who may order in the phase about a new asset', async (t) => {
  const { a, b, admin, runJobs } = await loadFixtures(t)
  const phase = (users: string[]) => ({
    workflow: {
      definition: {
        phases: { WIP: { groups: [], users, terminal: true } },
        requireGraphicsApproval: false,
        requireOfflineApproval: true,
      },
    },
  })
  await createAsset(admin, a, { name: 'Open', ...phase([]) })
  await createAsset(admin, a, {
    name: 'Limited',
    ...phase([a.people.guest._id, b.people.guest._id]),
  })
  await createAsset(admin, a, { name: 'Unseen', ...phase([a.people.translator._id]) })
  await runJobs()
  const names = async (person: TestUser) =>
    (await person.call(contract.listNotifications, { query: { type: 'acr' } })).items
      .flatMap(({ event }) => event.assets!.map(({ name }) => name))
      .toSorted()
  assert.deepEqual(await names(a.people.studio), ['Limited', 'Open', 'Unseen'])
  assert.deepEqual(await names(a.people.territory), ['Open'])
  assert.deepEqual(await names(a.people.guest), ['Limited'])
  assert.deepEqual(await names(a.people.translator), [], 'translates nothing of it')
  assert.deepEqual(await names(a.people.vendor), [])
  assert.deepEqual(await names(b.people.guest), [], 'another studio')
})

test('tells the owner of an open order that the asset was changed or archived', async (t) => {
  const { a, runJobs } = await loadFixtures(t)
  const { studio, territory, vendor } = a.people
  await createRequestAt(a, 'in-progress')
  const params = { id: a.asset._id }
  await studio.call(assets.changeAsset, { params, body: { importName: 'x.mov' } })
  await studio.call(assets.changeAsset, { params, body: { name: 'Cut 2', aspectRatio: '4:3' } })
  await studio.call(assets.archiveAsset, { params })
  await studio.call(assets.archiveAsset, { params }).catch(() => undefined)
  await runJobs()
  assert.deepEqual(await titlesFor(territory, 'ach', 'arm'), [
    'studio a archived an asset',
    'studio a changed an asset',
  ])
  assert.deepEqual(await titlesFor(vendor, 'ach', 'arm'), [])
  const { items } = await territory.call(events.listEvents, { query: { type: 'ach' } })
  assert.deepEqual(
    items.map(({ details }) => details.fields),
    ['name, aspectRatio'],
  )
})

test('sends one mail for the new assets of a project', async (t) => {
  const fixtures = await loadFixtures(t, { MAIL_WINDOW_SECONDS: '180' })
  const { a, admin, db, runJobs } = fixtures
  const { territory } = a.people
  await prefer(territory, { mail: { assets: 0, projects: 0 } })
  for (const name of ['Teaser 1', 'Teaser 2', 'Teaser 3']) await createAsset(admin, a, { name })
  const { _id } = await createProject(admin, a)
  await changeProject(admin, _id, { description: 'A film' })
  await runJobs()
  assert.deepEqual(await subjectsFor(fixtures, territory), [], 'they wait')
  await sql`update notification set due_at = now() where due_at is not null`.execute(db)
  await sql`update job set run_at = now() where kind = 'write-digest'`.execute(db)
  await runJobs()
  assert.deepEqual((await subjectsFor(fixtures, territory)).toSorted(), [
    'Project a: 3 changes',
    'The Lantern: 2 changes',
  ])
})

test('does not tell people who lost access or muted the project', async (t) => {
  const { a, admin, db, runJobs } = await loadFixtures(t)
  const { territory, studio } = a.people
  await studio.call(changeUser, {
    params: { id: studio._id },
    body: { preferences: { blacklist: { projects: [a.project._id] } } },
  })
  await createAsset(admin, a)
  await changeProject(admin, a.project._id, { name: 'Another' })
  await sql`delete from membership where person_id = ${territory._id}`.execute(db)
  await runJobs()
  const { rows } = await sql`select from notification`.execute(db)
  assert.equal(rows.length, 0)
})

test('removes a project that has events', async (t) => {
  const { a, runJobs } = await loadFixtures(t)
  const { studio, territory } = a.people
  const { _id: id } = await createProject(studio, a)
  await runJobs()
  await studio.call(projects.removeProject, { params: { id } })
  const { items } = await territory.call(contract.listNotifications, { query: { type: 'pcr' } })
  assert.deepEqual(
    items.map(({ event }) => event.projects),
    [[]],
  )
})

test('tells only people who see embargoed files about a changed embargo', async (t) => {
  const fixtures = await loadEmbargoFixtures(t, Buffer.from('secret text'))
  const { a, file, admin, runJobs } = fixtures
  await admin.call(files.changeFile, {
    params: { id: file },
    body: { embargo: { end: 4_000_000_000 } },
  })
  await runJobs()
  assert.deepEqual(await titlesFor(a.people.studio, 'emc'), [
    'Administrator set or changed an embargo',
  ])
  for (const role of ['territory', 'vendor', 'translator', 'guest'] as const)
    assert.deepEqual(await titlesFor(a.people[role], 'emc'), [], role)
})
