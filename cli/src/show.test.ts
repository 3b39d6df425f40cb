import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assets, files, projects, studios, users, workrequests } from '@reelay/api/contract'
import { bring, order } from '../../api/test/orders.ts'
import { PASSWORD } from '../../api/test/world.ts'
import { desk } from '../test/program.ts'
import { EXIT } from './exit.ts'

async function signedIn(t: Parameters<typeof desk>[0]) {
  const here = await desk(t)
  const { studio } = here.a.people
  assert.equal((await here.reelay(['login', '--address', here.address, '--email', studio.email], [PASSWORD])).code, 0)
  return { ...here, studio }
}

test('show answers with the record itself for machines', async (t) => {
  const { reelay, studio, a } = await signedIn(t)
  const file = await bring(studio, a)
  const request = await studio.call(workrequests.createWorkRequest, { body: order(a) })
  const records: [kind: string, id: string, record: object][] = [
    ['asset', a.asset.slug, await studio.call(assets.getAsset, { params: { id: a.asset._id } })],
    ['request', request._id, await studio.call(workrequests.getWorkRequest, { params: { id: request._id } })],
    ['file', file._id, await studio.call(files.getFile, { params: { id: file._id } })],
    ['project', a.project.slug, await studio.call(projects.getProject, { params: { id: a.project._id } })],
    ['studio', a.studio.slug, await studio.call(studios.getStudio, { params: { id: a.studio._id } })],
    ['user', studio._id, await studio.call(users.getUser, { params: { id: studio._id } })],
  ]
  for (const [kind, id, record] of records) {
    const [shown, read] = await Promise.all([reelay(['show', kind, id, '--json']), reelay(['show', kind, id])])
    assert.deepEqual([kind, shown.code, JSON.parse(shown.out)], [kind, 0, record], shown.err)
    assert.ok(read.code === 0 && read.out.split('\n').length > 5 && !read.out.includes('undefined') && !read.out.includes('[object'), read.out + read.err)
  }
})

test('a work request is shown with its materials and its history, in columns', async (t) => {
  const { reelay, a } = await signedIn(t)
  const { _id } = await a.people.territory.call(workrequests.createWorkRequest, { body: order(a, { status: 'submitted' }) })
  const { out } = await reelay(['show', 'request', _id])
  assert.match(out, /^Status +awaiting-materials$/m)
  assert.match(out, /^Due +\d{4}-\d\d-\d\d \d\d:\d\d Europe\/Berlin$/m)
  assert.match(out, /^MATERIAL +COMPLETE +APPROVED\nGraphics +no +no$/m)
  assert.match(out, /^WHEN +STATUS +WHO +REASON\n/m)
  assert.deepEqual([...out.matchAll(/^\d{4}-\S+ \S+ +(\S+) +territory a$/gm)].map(([, status]) => status), ['incomplete', 'submitted', 'awaiting-materials'])
})

test('what others typed cannot steer the terminal', async (t) => {
  const { reelay, studio, a } = await signedIn(t)
  const name = 'Red\u001b[31m alert\u009b2J\u202egnp'
  await studio.call(assets.changeAsset, { params: { id: a.asset._id }, body: { name } })
  const people = await reelay(['show', 'asset', a.asset.slug])
  assert.match(people.out, /^Asset +Red \[31m alert 2J gnp$/m)
  const machines = await reelay(['show', 'asset', a.asset.slug, '--json'])
  assert.equal(JSON.parse(machines.out).name, name)
  assert.ok(!/[\u001b\u009b]/.test(machines.out))
})

test('what cannot be shown has its exit code, and the problem for machines', async (t) => {
  const { reelay, b } = await signedIn(t)
  const foreign = await reelay(['show', 'studio', b.studio.slug])
  assert.deepEqual([foreign.code, foreign.out, foreign.err], [EXIT.unknown.code, '', 'reelay: There is no such studio, or it is not visible to you. (studio.unknown)\n'])
  const problem = await reelay(['show', 'file', '../session', '--json'])
  assert.deepEqual([problem.code, problem.out, JSON.parse(problem.err).code], [EXIT.unknown.code, '', 'file.unknown'])
})
