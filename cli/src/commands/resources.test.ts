import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  assets,
  files,
  projects,
  studios,
  users,
  workrequests,
  type Endpoint,
} from '@reelay/api/contract'
import { uploadFile, newOrder } from '../../../api/test/orders.ts'
import { setupSignedInCli } from '../../test/program.ts'
import { textWidth } from '../output/text-width.ts'
import { edit } from './edit.ts'
import { connect, type Client } from '../client.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'

test('show answers with the record itself for machines, and with facts for people', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const { studio } = a.people
  const file = await uploadFile(studio, a)
  const request = await studio.call(workrequests.createWorkRequest, { body: newOrder(a) })
  const records: [kind: string, id: string, record: object][] = [
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
  for (const [kind, id, record] of records) {
    const [shown, read] = await Promise.all([
      runCommand(kind, 'show', id, '--json'),
      runCommand(kind, 'show', id),
    ])
    assert.deepEqual([kind, shown.code, JSON.parse(shown.out)], [kind, 0, record], shown.err)
    assert.ok(
      read.code === 0 &&
        read.out.split('\n').length > 5 &&
        !read.out.includes('undefined') &&
        !read.out.includes('[object'),
      read.out + read.err,
    )
  }
})

test('a work request is shown with its materials and its history, in columns', async (t) => {
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
    [...out.matchAll(/^\d{4}-\S+ \S+ +(\S+) +territory a$/gm)].map(([, status]) => status),
    ['incomplete', 'submitted', 'awaiting-materials'],
  )
})

test('every kind lists what there is, and what stands first can be shown', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const { studio, territory } = a.people
  const file = await uploadFile(studio, a)
  await territory.call(workrequests.createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  await runCommand('downloads', 'create', '--files', file._id)
  for (const kind of [
    'studios',
    'projects',
    'assets',
    'files',
    'requests',
    'translations',
    'users',
  ]) {
    const { code, out, err } = await runCommand(kind, 'list')
    const [head = '', ...rows] = out.trimEnd().split('\n')
    assert.ok(
      code === 0 &&
        rows.length > 0 &&
        /^[A-Z -]+$/.test(head) &&
        !out.includes('undefined') &&
        !out.includes('[object'),
      out + err,
    )
    assert.match(err, /^\d+ in all\n$/)
    assert.equal((await runCommand(kind, 'show', rows[0]!.split(' ')[0]!)).code, 0, out)
  }
  assert.match(
    (await runCommand('downloads', 'list', '--user', 'me')).out,
    new RegExp(
      `^FILE +NAME +ASSET +PROJECT +WHO +WHEN\n${file._id}  clip.mp4  Trailer a  Project a  studio a <`,
    ),
  )
  for (const kind of ['offlines', 'notifications'])
    assert.deepEqual(await runCommand(kind, 'list'), { code: 0, out: '', err: '0 in all\n' })
})

test('a list is narrowed by flags, taken in stretches, and whole for machines', async (t) => {
  const { runCommand, a, b } = await setupSignedInCli(t)
  const { studio } = a.people
  for (const number of [1, 2, 3, 4])
    await studio.call(assets.createAsset, {
      body: {
        name: `Spot ${number}`,
        slug: `spot-${number}`,
        project: a.project._id,
        type: 'tv-spot',
      },
    })
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
  assert.deepEqual(JSON.parse(array.out), (await studio.call(assets.listAssets)).items)
  assert.equal((await runCommand('assets', 'list', '--search', 'nowhere', '--json')).out, '[]\n')

  const cases: [flags: string[], ending: keyof typeof EXIT_CODES, said: RegExp][] = [
    [['--limit', 'few'], 'usage', /--limit takes a whole number/],
    [['--order', 'beauty'], 'rejected', /order must be one of created, name, type, phase/],
    [['--territory', 'DE'], 'usage', /unknown option '--territory'/],
  ]
  for (const [flags, ending, said] of cases) {
    const refused = await runCommand('assets', 'list', ...flags)
    assert.deepEqual([flags, refused.code], [flags, EXIT_CODES[ending].code], refused.err)
    assert.match(refused.err, said)
  }
})

test('a table is as wide as the terminal, and what is copied from it is never cut', async (t) => {
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

test('what is created and edited is what was given, by flags, parts and files', async (t) => {
  const { reelay, runCommand, a, home } = await setupSignedInCli(t)
  const { studio } = a.people
  const made = await runCommand(
    'projects',
    'create',
    '--studio',
    a.studio.slug,
    '--name',
    'Night Ferry',
    '--release',
    '2027-03-01T20:00',
    '--tz',
    'Europe/Berlin',
    '--json',
  )
  const project = JSON.parse(made.out) as projects.Project
  assert.deepEqual(
    [project.studio, project.slug, project.release],
    [
      a.studio._id,
      'night-ferry',
      { date: Date.parse('2027-03-01T19:00Z') / 1000, tz: 'Europe/Berlin' },
    ],
  )

  const path = join(home, 'asset.json')
  await writeFile(
    path,
    JSON.stringify({ name: 'Of the file', type: 'promo', usage: { online: true } }),
  )
  const added = await runCommand(
    'assets',
    'create',
    '--body',
    path,
    '--name',
    'Of the flag',
    '--project',
    'night-ferry',
    '--set',
    'usage.broadcast=true',
  )
  assert.match(added.out, /^Asset +Of the flag\nSlug +of-the-flag\n/)
  const piped = await reelay(
    ['assets', 'edit', 'of-the-flag', '--body', '-'],
    ['{"name": "Of the pipe"}'],
  )
  assert.equal(piped.out, 'FIELD  BEFORE       AFTER\nname   Of the flag  Of the pipe\n')
  const asset = await studio.call(assets.getAsset, { params: { id: 'of-the-flag' } })
  assert.deepEqual(
    [asset.name, asset.usage.online, asset.usage.broadcast, asset.usage.dcp],
    ['Of the pipe', true, true, false],
  )

  const request = await studio.call(workrequests.createWorkRequest, { body: newOrder(a) })
  const edited = await runCommand(
    'requests',
    'edit',
    request._id,
    '--tags',
    'a, b',
    '--autosubs',
    'true',
    '--due',
    '',
    '--set',
    'uses.items=Online,Broadcast',
    '--set',
    'dng.graphics=OV',
    '--json',
  )
  const { tags, autosubs, due, uses, dng } = JSON.parse(edited.out) as workrequests.WorkRequest
  assert.deepEqual(
    [tags, autosubs, due, uses.items, dng],
    [['a', 'b'], true, null, ['Online', 'Broadcast'], { ...request.dng, graphics: ['OV'] }],
  )
  assert.equal(uses.details.Online![0]!.value, '1080p', 'the parts that were not given stay')

  const translator = await runCommand(
    'translations',
    'edit',
    request.translation._id,
    '--translator',
    'TRANSLATOR-a@example.com',
    '--json',
  )
  assert.equal(JSON.parse(translator.out).translator._id, a.people.translator._id)
  const invited = await runCommand(
    'users',
    'create',
    '--email-normal',
    'tomoko@example.com',
    '--name',
    'Tomoko',
    '--roles',
    'translator',
    '--studios',
    a.studio.slug,
    '--json',
  )
  assert.deepEqual(
    [JSON.parse(invited.out).studios, JSON.parse(invited.out).roles],
    [[a.studio._id], ['translator']],
  )
})

test('an edit writes over nothing that it has not seen', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const etag = (await runCommand('assets', 'show', a.asset.slug, '--etag')).out.trim()
  const first = await runCommand(
    'assets',
    'edit',
    a.asset.slug,
    '--name',
    'First',
    '--if-match',
    etag,
  )
  assert.equal(first.code, 0, first.err)
  const second = await runCommand(
    'assets',
    'edit',
    a.asset.slug,
    '--name',
    'Second',
    '--if-match',
    etag,
  )
  assert.deepEqual([second.code, second.out], [EXIT_CODES.rejected.code, ''])
  assert.equal(
    (await runCommand('assets', 'edit', a.asset.slug, '--name', 'First')).err,
    'Nothing changed: it was so already.\n',
  )
})

test('an edit is made all the same when something else of the record changed meanwhile, and not when the same did', async (t) => {
  const { address, a } = await setupSignedInCli(t)
  const { studio } = a.people
  const client = connect(address, studio)
  const params = { id: a.asset._id }
  t.mock.method(console, 'log', () => {})
  /** Somebody else is faster once, between the reading and the writing. */
  const overtakenBy = (body: assets.AssetChange): Client => {
    const others = [body]
    const send = async (endpoint: Endpoint, asked: object) => {
      const read = await client.send(endpoint, asked)
      const change = endpoint.path === assets.getAsset.path && others.pop()
      if (change) await studio.call(assets.changeAsset, { params, body: change })
      return read
    }
    return { ...client, send: send as Client['send'] }
  }
  await edit(overtakenBy({ importName: 'REEL_2' }), {
    kind: 'assets',
    id: a.asset.slug,
    name: 'Third',
  } as never)
  const third = await studio.call(assets.getAsset, { params })
  assert.deepEqual([third.name, third.importName], ['Third', 'REEL_2'])
  await assert.rejects(
    edit(overtakenBy({ name: 'Theirs' }), {
      kind: 'assets',
      id: a.asset.slug,
      name: 'Mine',
    } as never),
    { status: 412 },
  )
  assert.equal((await studio.call(assets.getAsset, { params })).name, 'Theirs')
})

test('what was typed wrong says what to type', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const cases: [words: string[], ending: keyof typeof EXIT_CODES, said: RegExp][] = [
    [['assets', 'edit', a.asset.slug], 'usage', /Say what to change/],
    [
      ['assets', 'edit', a.asset.slug, '--set', 'name'],
      'usage',
      /such as settings\.leadTimeHours=48/,
    ],
    [
      ['assets', 'edit', a.asset.slug, '--creative', 'maybe'],
      'usage',
      /Allowed choices are true, false/,
    ],
    [['assets', 'edit', a.asset.slug, '--set', 'usage=yes'], 'usage', /usage takes JSON/],
    [
      ['assets', 'edit', a.asset.slug, '--body', 'missing.json'],
      'usage',
      /missing\.json cannot be read/,
    ],
    [['assets', 'edit', a.asset.slug, '--set', 'colour=red'], 'rejected', /\/colour/],
    [['requests', 'edit', a.asset._id, '--due', 'soon'], 'usage', /"soon" is not a time/],
    [
      ['users', 'edit', a.people.studio._id, '--set', 'password=hunter2'],
      'usage',
      /Pipe it in: --body -/,
    ],
    [['users', 'create', '--password', 'hunter2'], 'usage', /unknown option/],
    [
      ['assets', 'create', '--name', 'x', '--type', 'promo', '--project', 'nowhere'],
      'notFound',
      /no such project/,
    ],
    [['assets', 'show'], 'usage', /missing required argument 'id'/],
    [['assets', 'dance'], 'usage', /unknown command 'dance'/],
    [['downloads', 'show', 'x'], 'usage', /unknown command/],
  ]
  for (const [words, ending, said] of cases) {
    const { code, err } = await runCommand(...words)
    assert.deepEqual([words, code], [words, EXIT_CODES[ending].code], err)
    assert.match(err, said)
  }
})

test('what others typed cannot steer the terminal', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const name = 'Red\u001b[31m alert\u009b2J\u202egnp'
  await a.people.studio.call(assets.changeAsset, { params: { id: a.asset._id }, body: { name } })
  assert.match(
    (await runCommand('assets', 'show', a.asset.slug)).out,
    /^Asset +Red \[31m alert 2J gnp$/m,
  )
  const machines = await runCommand('assets', 'list', '--jsonl')
  assert.equal(JSON.parse(machines.out).name, name)
  assert.ok(!/[\u001b\u009b]/.test(machines.out))
})

test('what cannot be shown has its exit code, and the problem for machines', async (t) => {
  const { runCommand, b } = await setupSignedInCli(t)
  const foreign = await runCommand('studios', 'show', b.studio.slug)
  assert.deepEqual(
    [foreign.code, foreign.out, foreign.err],
    [
      EXIT_CODES.notFound.code,
      '',
      'reelay: There is no such studio, or it is not visible to you. (studio.unknown)\n',
    ],
  )
  const problem = await runCommand('files', 'show', '../session', '--json')
  assert.deepEqual(
    [problem.code, problem.out, JSON.parse(problem.err).code],
    [EXIT_CODES.notFound.code, '', 'file.unknown'],
  )
})
