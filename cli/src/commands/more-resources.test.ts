// Every resource has its commands; these tests go through the life of one record of each kind.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { workrequests } from '@reelay/api/contract'
import { newOrder } from '../../../api/test/orders.ts'
import { setupSignedInCli, signInAs, type CliTestApp } from '../../test/program.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'

type Life = {
  resource: string
  parent?: string
  create: string[]
  edit?: string[]
  /** What the edit prints. */
  changed?: RegExp
}

/** Creates, lists, shows, edits and deletes a record. */
async function live({ runCommand }: CliTestApp, { resource, parent, ...life }: Life) {
  const run = async (verb: string, ...words: string[]) => {
    const { code, out, err } = await runCommand(
      resource,
      verb,
      ...(parent ? [parent] : []),
      ...words,
    )
    assert.equal(code, 0, `${resource} ${verb}: ${out}${err}`)
    return out
  }
  const { _id: id } = JSON.parse(await run('create', ...life.create, '--json')) as { _id: string }
  assert.ok((await run('list', '--all', '--fields', '_id')).includes(id), resource)
  for (const text of [await run('list', '--all'), ...(life.edit ? [await run('show', id)] : [])])
    assert.ok(!/undefined|\[object|NaN/.test(text), text)
  if (life.edit) assert.match(await run('edit', id, ...life.edit), life.changed!)
  await run('delete', id, '--yes')
  assert.ok(!(await run('list', '--all', '--fields', '_id')).includes(id), resource)
}

async function setup(t: TestContext) {
  const app = await setupSignedInCli(t)
  const request = await app.a.people.studio.call(workrequests.createWorkRequest, {
    body: newOrder(app.a),
  })
  return { app, request }
}

test('groups, scripts, comments, terms and tokens have all commands', async (t) => {
  const { app, request } = await setup(t)
  const { studio, asset, project } = app.a
  await live(app, {
    resource: 'groups',
    create: ['--name', 'North', '--type', 'v', '--studios', studio.slug],
    edit: ['--name', 'South'],
    changed: /^name +North +South$/m,
  })
  await live(app, {
    resource: 'scripts',
    create: ['--asset', asset.slug, '--part', 'graphics', '--language', 'eng'],
    edit: ['--language', 'fra'],
    changed: /^language +eng +fra$/m,
  })
  await live(app, {
    resource: 'comments',
    parent: request._id,
    create: ['--text', 'Keep the title.'],
    edit: ['--text', 'Keep the title card.'],
    changed: /^text +Keep the title\. +Keep the title card\.$/m,
  })
  await live(app, {
    resource: 'terms',
    parent: project.slug,
    create: ['--kind', 'name', '--source', 'Night Ferry'],
    edit: ['--target', 'Nachtboot'],
    changed: /^target +Nachtboot$/m,
  })
  await live(app, { resource: 'tokens', create: ['--name', 'Nightly pull'] })
})

test('administrators manage territories, workflows and asset types', async (t) => {
  const { app } = await setup(t)
  await writeFile(
    app.credentialsPath,
    JSON.stringify({ address: app.address, email: app.admin.email, token: app.admin.token }),
  )
  await live(app, {
    resource: 'territories',
    create: ['--name', 'Iceland', '--code', 'IS', '--standard', 'PAL'],
    edit: ['--standard', 'NTSC'],
    changed: /^standard +PAL +NTSC$/m,
  })
  await live(app, {
    resource: 'asset-types',
    create: ['--name', 'Vertical teaser', '--category', 'av', '--media-type', 'video'],
    edit: ['--name', 'Teaser'],
    changed: /^name +Vertical teaser +Teaser$/m,
  })
  const definition = {
    phases: { LOCK: { groups: [], users: [], terminal: true } },
    requireGraphicsApproval: false,
    requireOfflineApproval: false,
  }
  const path = join(app.home, 'workflow.json')
  await writeFile(path, JSON.stringify({ definition }))
  await live(app, {
    resource: 'workflows',
    create: ['--name', 'Teasers', '--body', path],
    edit: ['--name', 'Trailers'],
    changed: /^name +Teasers +Trailers$/m,
  })
  const audit = await app.runCommand('audit', 'list', '--search', 'workflow')
  assert.match(audit.out, /^WHEN +WHO +WHAT +ABOUT +ADDRESS\n.*Remove a workflow/m)
})

test('imports and exports scripts and the translation memory', async (t) => {
  const { app } = await setup(t)
  const { runCommand, home, a } = app
  const words = ['--asset', a.asset.slug, '--part', 'dialogue', '--language', 'eng', '--json']
  const script = JSON.parse((await runCommand('scripts', 'create', ...words)).out) as {
    _id: string
  }
  const source = join(home, 'english.srt')
  await writeFile(source, '1\n00:00:01,000 --> 00:00:02,500\nWho taught you to fly?\n')
  const imported = await runCommand('scripts', 'import', script._id, source)
  assert.match(imported.out, /^Script +\w{24}\nLines read +1$/m)
  await runCommand('scripts', 'export', script._id, join(home, 'back.vtt'))
  assert.match(await readFile(join(home, 'back.vtt'), 'utf8'), /Who taught you to fly\?/)

  const tmx = join(home, 'memory.tmx')
  const exported = await runCommand('memory', 'export', tmx, '--studio', a.studio.slug)
  assert.equal(exported.code, 0, exported.err)
  assert.match((await runCommand('memory', 'import', tmx, '--studio', a.studio.slug)).out, /^Read/m)
  assert.equal((await runCommand('memory', 'list')).code, 0)
  assert.equal((await runCommand('memory', 'export')).code, EXIT_CODES.usage.code)
})

test('users are named by id, by email or as me', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const { studio, vendor } = a.people
  const show = async (id: string) =>
    (JSON.parse((await runCommand('users', 'show', id, '--json')).out) as { _id: string })._id
  assert.deepEqual(
    [await show('me'), await show(studio._id), await show(vendor.email.toUpperCase())],
    [studio._id, studio._id, vendor._id],
  )
  assert.match((await runCommand('users', 'edit', 'me', '--name', 'Ada')).out, /^name .* Ada$/m)
  assert.equal((await runCommand('users', 'show', 'x@y.example')).code, EXIT_CODES.notFound.code)
})

test('deletes several records, but without a terminal only with --yes', async (t) => {
  const { app } = await setup(t)
  const { runCommand, a } = app
  const create = async (name: string) =>
    (
      JSON.parse(
        (
          await runCommand(
            'groups',
            'create',
            '--name',
            name,
            '--type',
            'v',
            '--studios',
            a.studio.slug,
            '--json',
          )
        ).out,
      ) as { _id: string }
    )._id
  const ids = [await create('North'), await create('South')]
  const refused = await app.reelay(['groups', 'delete', ...ids])
  assert.deepEqual(
    [refused.code, refused.err],
    [EXIT_CODES.usage.code, 'reelay: Without a terminal, confirm the deletion with --yes.\n'],
  )
  const deleted = await app.reelay(['groups', 'delete', ...ids, '--yes'])
  assert.equal(deleted.out, ids.map((id) => `Deleted group ${id}\n`).join(''))
  await signInAs(app, 'guest')
  const forbidden = await runCommand('projects', 'delete', a.project.slug, '--yes')
  assert.equal(forbidden.code, EXIT_CODES.forbidden.code)
})
