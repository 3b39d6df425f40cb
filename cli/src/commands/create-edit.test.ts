import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { assets, workrequests, type Endpoint, type projects } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import { newOrder } from '../../../api/test/orders.ts'
import { setupSignedInCli } from '../../test/program.ts'
import { connect } from '../client.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'
import { edit } from './edit.ts'

test('create takes fields from flags', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const created = await runCommand(
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
  const project = JSON.parse(created.out) as projects.Project
  assert.deepEqual(
    [project.studio, project.slug, project.release],
    [
      a.studio._id,
      'night-ferry',
      { date: Date.parse('2027-03-01T19:00Z') / 1000, tz: 'Europe/Berlin' },
    ],
  )
})

test('create and edit take fields from a file, stdin and --set', async (t) => {
  const { reelay, runCommand, a, home } = await setupSignedInCli(t)
  const { studio } = a.people
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
    a.project.slug,
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
})

test('edit sets lists, booleans and nested fields, and clears others', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const request = await a.people.studio.call(workrequests.createWorkRequest, { body: newOrder(a) })
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
  assert.equal(uses.details.Online![0]!.value, '1080p', 'other parts keep their values')
})

test('references may be emails, slugs or ids', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const request = await a.people.studio.call(workrequests.createWorkRequest, { body: newOrder(a) })
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

test('edit rejects a change after --if-match', async (t) => {
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
    'No changes: the fields have these values already.\n',
  )
})

test('edit retries when other fields changed meanwhile, and fails when the same ones did', async (t) => {
  const { address, a } = await setupSignedInCli(t)
  const { studio } = a.people
  const client = connect(address, studio)
  const params = { id: a.asset._id }
  t.mock.method(console, 'log', () => {})
  /** Somebody else changes the asset once, between reading and writing. */
  const withConcurrentChange = (body: assets.AssetChange): Client => {
    const changes = [body]
    const send = async (endpoint: Endpoint, input: object) => {
      const response = await client.send(endpoint, input)
      const change = endpoint.path === assets.getAsset.path && changes.pop()
      if (change) await studio.call(assets.changeAsset, { params, body: change })
      return response
    }
    return { ...client, send: send as Client['send'] }
  }
  await edit(withConcurrentChange({ importName: 'REEL_2' }), {
    resource: 'assets',
    id: a.asset.slug,
    name: 'Third',
  } as never)
  const third = await studio.call(assets.getAsset, { params })
  assert.deepEqual([third.name, third.importName], ['Third', 'REEL_2'])
  await assert.rejects(
    edit(withConcurrentChange({ name: 'Theirs' }), {
      resource: 'assets',
      id: a.asset.slug,
      name: 'Mine',
    } as never),
    { status: 412 },
  )
  assert.equal((await studio.call(assets.getAsset, { params })).name, 'Theirs')
})

test('errors say how to fix the command', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const cases: [words: string[], reason: keyof typeof EXIT_CODES, message: RegExp][] = [
    [
      ['assets', 'edit', a.asset.slug],
      'usage',
      /Nothing to change\. For the fields, run: reelay assets edit --help/,
    ],
    [
      ['assets', 'edit', a.asset.slug, '--set', 'name'],
      'usage',
      /--set takes field=value, such as settings\.leadTimeHours=48, not "name"\./,
    ],
    [
      ['assets', 'edit', a.asset.slug, '--creative', 'maybe'],
      'usage',
      /Allowed choices are true, false/,
    ],
    [
      ['assets', 'edit', a.asset.slug, '--set', 'usage=yes'],
      'usage',
      /usage takes JSON, or part by part: --set usage\.<part>=<value>/,
    ],
    [
      ['assets', 'edit', a.asset.slug, '--body', 'missing.json'],
      'usage',
      /Cannot read missing\.json: /,
    ],
    [
      ['assets', 'edit', a.asset.slug, '--set', 'colour=red'],
      'rejected',
      /The body contains unknown fields: colour\. \(body\.unknown-field\)/,
    ],
    [
      ['requests', 'edit', a.asset._id, '--due', 'soon'],
      'usage',
      /"soon" is not a time\. Use one such as 2026-12-01/,
    ],
    [
      ['users', 'edit', a.people.studio._id, '--set', 'password=hunter2'],
      'usage',
      /Pass it on stdin instead: --body -/,
    ],
    [['users', 'create', '--password', 'hunter2'], 'usage', /unknown option '--password'/],
    [
      ['assets', 'create', '--name', 'x', '--type', 'promo', '--project', 'nowhere'],
      'notFound',
      /This project does not exist, or you cannot see it\. \(project\.not-found\)/,
    ],
    [['assets', 'show'], 'usage', /missing required argument 'id'/],
    [['assets', 'dance'], 'usage', /unknown command 'dance'/],
    [['downloads', 'show', 'x'], 'usage', /unknown command 'show'/],
  ]
  for (const [words, reason, message] of cases) {
    const { code, err } = await runCommand(...words)
    assert.deepEqual([words, code], [words, EXIT_CODES[reason].code], err)
    assert.match(err, message)
  }
})
