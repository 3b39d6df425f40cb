import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { projects } from '@reelay/api/contract'
import { setupSignedInCli } from '../../test/program.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'

test('reads any path and prints JSON', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  for (const path of [`/projects/${a.project.slug}`, `api/projects/${a.project._id}`]) {
    const { code, out, err } = await runCommand('api', 'GET', path)
    assert.deepEqual([code, err], [0, ''])
    assert.equal((JSON.parse(out) as projects.Project)._id, a.project._id)
  }
  const { out } = await runCommand('api', 'GET', '/projects?order=name', '--include')
  assert.match(out, /^HTTP 200\n[^]*^content-range: resources 0-\d+\/\d+\n[^]*^\[\n/m)
})

test('sends a body from flags, from a file and from stdin', async (t) => {
  const { reelay, runCommand, a, home } = await setupSignedInCli(t)
  const path = join(home, 'project.json')
  await writeFile(path, JSON.stringify({ name: 'Of the file', studio: a.studio._id }))
  const names = [
    await runCommand('api', 'POST', '/projects', '--body', path),
    await runCommand('api', 'POST', '/projects', '--body', path, '--set', 'name=Of the flag'),
    await reelay(
      ['api', 'POST', '/projects', '--body', '-'],
      [JSON.stringify({ name: 'Of the pipe', studio: a.studio._id })],
    ),
  ].map(({ out }) => (JSON.parse(out) as projects.Project).name)
  assert.deepEqual(names, ['Of the file', 'Of the flag', 'Of the pipe'])
})

test('reads all pages of a list as one array', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const { studio } = a.people
  for (let number = 0; number < 12; number++)
    await studio.call(projects.createProject, {
      body: { name: `Film ${number}`, studio: a.studio._id },
    })
  const { total } = await studio.call(projects.listProjects)
  const { out } = await runCommand('api', 'GET', '/projects?order=name', '--paginate')
  const found = JSON.parse(out) as projects.Project[]
  assert.deepEqual([found.length, new Set(found.map(({ _id }) => _id)).size], [total, total])
})

test('prints the problem document and exits by its status', async (t) => {
  const { runCommand } = await setupSignedInCli(t)
  const missing = await runCommand('api', 'GET', '/projects/none')
  assert.deepEqual(
    [missing.code, (JSON.parse(missing.out) as { status: number }).status],
    [EXIT_CODES.notFound.code, 404],
  )
  const invalid = await runCommand('api', 'POST', '/projects', '--set', 'name=')
  assert.equal(invalid.code, EXIT_CODES.rejected.code)
  assert.ok((JSON.parse(invalid.out) as { errors: unknown[] }).errors.length > 0)
})

test('sends the token to no other service and no secret from the command line', async (t) => {
  const { runCommand } = await setupSignedInCli(t)
  const cases = [
    ['GET', 'https://elsewhere.example/'],
    ['POST', '/users', '--set', 'password=abc'],
    ['POST', '/projects', '--paginate'],
    ['POST', '/projects', '--header', 'nonsense'],
  ]
  for (const words of cases)
    assert.equal((await runCommand('api', ...words)).code, EXIT_CODES.usage.code, words.join(' '))
})
