import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { assets, files, projects, studios, users, workrequests } from '@reelay/api/contract'
import { sql } from '../../../api/src/kernel/db/sql.ts'
import { newOrder, uploadFile } from '../../../api/test/orders.ts'
import { setupSignedInCli } from '../../test/program.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'
import { textWidth } from '../output/text-width.ts'

test('show prints the record as JSON or as details', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const { studio } = a.people
  const file = await uploadFile(studio, a)
  const request = await studio.call(workrequests.createWorkRequest, { body: newOrder(a) })
  const records: [resource: string, id: string, record: object][] = [
    ['assets', a.asset.slug, await studio.call(assets.getAsset, { params: { id: a.asset._id } })],
    [
      'request',
      request._id,
      await studio.call(workrequests.getWorkRequest, { params: { id: request._id } }),
    ],
    ['files', file._id, await studio.call(files.getFile, { params: { id: file._id } })],
    [
      'project',
      a.project.slug,
      await studio.call(projects.getProject, { params: { id: a.project._id } }),
    ],
    [
      'studios',
      a.studio.slug,
      await studio.call(studios.getStudio, { params: { id: a.studio._id } }),
    ],
    ['user', studio._id, await studio.call(users.getUser, { params: { id: studio._id } })],
  ]
  for (const [resource, id, record] of records) {
    const [json, text] = await Promise.all([
      runCommand(resource, 'show', id, '--json'),
      runCommand(resource, 'show', id),
    ])
    assert.deepEqual([resource, json.code, JSON.parse(json.out)], [resource, 0, record], json.err)
    assert.ok(
      text.code === 0 &&
        text.out.split('\n').length > 5 &&
        !text.out.includes('undefined') &&
        !text.out.includes('[object'),
      text.out + text.err,
    )
  }
})

test('show prints the materials and history of a work request', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const { _id } = await a.people.territory.call(workrequests.createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  const { out } = await runCommand('requests', 'show', _id)
  assert.match(out, /^Status +awaiting-materials$/m)
  assert.match(out, /^Due +\d{4}-\d\d-\d\d \d\d:\d\d Europe\/Berlin$/m)
  assert.match(out, /^MATERIAL +COMPLETE +APPROVED\nGraphics +no +no$/m)
  assert.match(out, /^WHEN +STATUS +WHO +REASON\n/m)
  assert.deepEqual(
    [...out.matchAll(/^\d{4}-\S+ \S+ +(\S+) +(territory a|Reelay \(automatic\))$/gm)].map(
      ([, status, who]) => [status, who],
    ),
    [
      ['incomplete', 'territory a'],
      ['submitted', 'territory a'],
      ['awaiting-materials', 'Reelay (automatic)'],
    ],
  )
})

test('every resource lists its records with an id that show accepts', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const { studio, territory } = a.people
  const file = await uploadFile(studio, a)
  await territory.call(workrequests.createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  await runCommand('downloads', 'create', '--files', file._id)
  for (const resource of [
    'studios',
    'projects',
    'assets',
    'files',
    'requests',
    'translations',
    'users',
  ]) {
    const { code, out, err } = await runCommand(resource, 'list')
    const [head = '', ...rows] = out.trimEnd().split('\n')
    assert.ok(
      code === 0 &&
        rows.length > 0 &&
        /^[A-Z -]+$/.test(head) &&
        !out.includes('undefined') &&
        !out.includes('[object'),
      out + err,
    )
    assert.match(err, /^\d+ in total\n$/)
    assert.equal((await runCommand(resource, 'show', rows[0]!.split(' ')[0]!)).code, 0, out)
  }
  assert.match(
    (await runCommand('downloads', 'list', '--user', 'me')).out,
    new RegExp(
      `^FILE +NAME +ASSET +PROJECT +WHO +WHEN\n${file._id}  clip.mp4  Trailer a  Project a  studio a <`,
    ),
  )
  for (const resource of ['offlines', 'notifications'])
    assert.deepEqual(await runCommand(resource, 'list'), { code: 0, out: '', err: '0 in total\n' })
})

/** Adds four TV spots to the project of studio A, which has a trailer. */
async function setupSpots(t: TestContext) {
  const app = await setupSignedInCli(t)
  for (const number of [1, 2, 3, 4])
    await app.a.people.studio.call(assets.createAsset, {
      body: {
        name: `Spot ${number}`,
        slug: `spot-${number}`,
        project: app.a.project._id,
        type: 'tv-spot',
      },
    })
  return app
}

test('list filters, sorts and pages', async (t) => {
  const { runCommand, a, b } = await setupSpots(t)
  const slugs = async (...flags: string[]) => {
    const { code, out, err } = await runCommand(
      'assets',
      'list',
      '--jsonl',
      '--fields',
      'slug',
      ...flags,
    )
    assert.equal(code, 0, err)
    return out
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { slug: string }).slug)
  }
  assert.deepEqual(await slugs('--type', 'tv-spot', '--order', 'name'), [
    'spot-1',
    'spot-2',
    'spot-3',
    'spot-4',
  ])
  assert.deepEqual(await slugs('--search', 'spot 3'), ['spot-3'])
  assert.deepEqual(await slugs('--order=-name', '--offset', '1', '--limit', '2'), [
    'spot-4',
    'spot-3',
  ])
  assert.deepEqual(
    await slugs('--all', '--project', a.project.slug, '--created', '2020-01-01-'),
    await slugs(),
  )
  assert.deepEqual(await slugs('--project', b.project.slug), [])
})

test('list prints the selected fields as a table, and whole records as JSON', async (t) => {
  const { runCommand, a } = await setupSpots(t)
  const { out, err } = await runCommand(
    'asset',
    'list',
    '--order',
    'name',
    '--limit',
    '2',
    '--fields',
    'name,workflow.phase,usage.online',
  )
  assert.deepEqual(
    [out, err],
    [
      'NAME    WORKFLOW.PHASE  USAGE.ONLINE\nSpot 1  WIP             no\nSpot 2  WIP             no\n',
      '1 to 2 of 5\n',
    ],
  )
  const array = await runCommand('assets', 'list', '--all', '--json')
  assert.deepEqual(JSON.parse(array.out), (await a.people.studio.call(assets.listAssets)).items)
  assert.equal((await runCommand('assets', 'list', '--search', 'nowhere', '--json')).out, '[]\n')
})

test('list rejects invalid flags', async (t) => {
  const { runCommand } = await setupSignedInCli(t)
  const cases: [flags: string[], reason: keyof typeof EXIT_CODES, message: RegExp][] = [
    [['--limit', 'few'], 'usage', /--limit takes a whole number, not "few"\./],
    [['--order', 'beauty'], 'rejected', /order must be one of created, name, type, phase/],
    [['--territory', 'DE'], 'usage', /unknown option '--territory'/],
  ]
  for (const [flags, reason, message] of cases) {
    const rejected = await runCommand('assets', 'list', ...flags)
    assert.deepEqual([flags, rejected.code], [flags, EXIT_CODES[reason].code], rejected.err)
    assert.match(rejected.err, message)
  }
})

test('a table fits the terminal and never truncates ids', async (t) => {
  const { reelay, a } = await setupSignedInCli(t)
  await a.people.studio.call(assets.changeAsset, {
    params: { id: a.asset._id },
    body: { name: '映画の予告編 international trailer with a very long name that goes on and on' },
  })
  const { out } = await reelay(['assets', 'list'], [], { COLUMNS: '70' })
  const [head, row] = out.split('\n')
  assert.match(row!, /^trailer-a {2}映画の予告…+ .* WIP /)
  assert.ok(textWidth(head!) <= 70 && textWidth(row!) <= 70, out)
})

test('removes control characters from output', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const name = 'Red\u001b[31m alert\u009b2J\u202egnp'
  await a.people.studio.call(assets.changeAsset, { params: { id: a.asset._id }, body: { name } })
  assert.match(
    (await runCommand('assets', 'show', a.asset.slug)).out,
    /^Asset +Red \[31m alert 2J gnp$/m,
  )
  const json = await runCommand('assets', 'list', '--jsonl')
  assert.equal(JSON.parse(json.out).name, name)
  assert.ok(!/[\u001b\u009b]/.test(json.out))
})

test('a missing record sets the exit code; --json prints the problem as JSON', async (t) => {
  const { runCommand, b } = await setupSignedInCli(t)
  const foreign = await runCommand('studios', 'show', b.studio.slug)
  assert.deepEqual([foreign.code, foreign.out], [EXIT_CODES.notFound.code, ''])
  assert.match(
    foreign.err,
    /^reelay: This studio does not exist, or you cannot see it\. \(studio\.not-found\)\n$/,
  )
  const problem = await runCommand('files', 'show', '../session', '--json')
  assert.deepEqual(
    [problem.code, problem.out, JSON.parse(problem.err).code],
    [EXIT_CODES.notFound.code, '', 'file.not-found'],
  )
})

test('list --all reads to the end of a list that is longer than the service counts', async (t) => {
  const { runCommand, db, a } = await setupSignedInCli(t)
  await sql`
    insert into project (studio_id, name, slug)
    select ${a.studio._id}, 'Film ' || n, 'film-' || n from generate_series(1, 10010) n`.execute(db)
  assert.equal((await runCommand('projects', 'list', '--limit', '1')).err, '1 to 1 of 10,000+\n')
  const { out } = await runCommand('projects', 'list', '--all', '--jsonl', '--fields', 'slug')
  assert.equal(new Set(out.trim().split('\n')).size, 10_011)
  const { code, err } = await runCommand('projects', 'list', '--offset', '10001')
  assert.equal(code, EXIT_CODES.usage.code)
  assert.match(err, /at most 10000/)
})
