// Cases 29 to 34 and 37: records that are moved, forged or linked to another studio.
import assert from 'node:assert/strict'
import { newOrder, uploadFile } from '../../../api/test/orders.ts'
import type { Installation } from '../tools/installation.ts'
import { createWork, readAsAdmin } from '../tools/records.ts'
import { comparable, expectStatus, parse, send } from '../tools/request.ts'
import { UNKNOWN } from '../tools/endpoints.ts'

export async function foreignAssetInOrder(on: Installation): Promise<string> {
  const { territory: by } = on.a.people
  const order = (more: object) =>
    send(on, '/api/workrequests', { method: 'POST', by, body: { ...newOrder(on.a), ...more } })
  const foreign = expectStatus(await order({ asset: on.b.asset._id }), 404, 422)
  const unknown = await order({ asset: UNKNOWN })
  assert.equal(comparable(foreign), comparable(unknown))
  const otherProject = expectStatus(await order({ project: on.b.project._id }), 403, 404, 422)
  return `${foreign.status} as for an unknown asset; another project ${otherProject.status}`
}

export async function movedAsset(on: Installation): Promise<string> {
  const path = `assets/${on.a.asset._id}`
  const before = await readAsAdmin(on, path)
  for (const body of [{ studio: on.b.studio._id }, { project: on.b.project._id }]) {
    const change = { method: 'PUT', by: on.a.people.studio, body: { _id: on.a.asset._id, ...body } }
    expectStatus(await send(on, '/api/assets', change), 403)
  }
  assert.deepEqual(await readAsAdmin(on, path), before)
  return '403, 403, unchanged'
}

export async function assetOfAnotherStudio(on: Installation): Promise<string> {
  const change = (body: object) =>
    send(on, '/api/assets', { method: 'PUT', by: on.a.people.studio, body })
  const before = await readAsAdmin(on, `assets/${on.b.asset._id}`)
  for (const more of [{ name: 'Mine' }, { slug: on.a.asset.slug }, { slug: on.b.asset.slug }]) {
    const foreign = expectStatus(await change({ _id: on.b.asset._id, ...more }), 404)
    const unknown = expectStatus(await change({ _id: UNKNOWN, ...more }), 404)
    assert.equal(comparable(foreign), comparable(unknown))
  }
  const taken = { name: 'New', slug: on.b.asset.slug, project: on.a.project._id, type: 'promo' }
  const created = await send(on, '/api/assets', {
    method: 'POST',
    by: on.a.people.studio,
    body: taken,
  })
  expectStatus(created, 200, 201)
  assert.deepEqual(await readAsAdmin(on, `assets/${on.b.asset._id}`), before)
  return '404 as for an unknown one; the slug of another studio is free'
}

export async function protectedAssetFields(on: Installation): Promise<string> {
  const foreign = await uploadFile(on.b.people.vendor, on.b)
  const path = `assets/${on.a.asset._id}`
  const before = await readAsAdmin(on, path)
  const change = (body: object) =>
    send(on, `/api/${path}`, { method: 'PUT', by: on.a.people.studio, body })
  expectStatus(await change({ verified: true }), 403)
  expectStatus(await change({ previews: [{ _id: UNKNOWN }] }), 403)
  const thumbnail = expectStatus(await change({ thumbnail: foreign._id }), 404, 422)
  const unknown = await change({ thumbnail: UNKNOWN })
  assert.equal(comparable(thumbnail), comparable(unknown))
  expectStatus(await change({ $embargo: true, $flags: ['x'], $permissions: {} }), 200)
  assert.deepEqual(await readAsAdmin(on, path), before)
  return `403, 403, ${thumbnail.status} as for an unknown file, $ fields ignored`
}

export async function forgedOrder(on: Installation): Promise<string> {
  const { territory: by, studio } = on.a.people
  const order = (more: object) =>
    send(on, '/api/workrequests', { method: 'POST', by, body: { ...newOrder(on.a), ...more } })
  const refused = [
    await order({ from: studio._id }),
    await order({ status: 'approved' }),
    await order({ status: 'complete' }),
  ]
  const ignored = {
    created: 0,
    history: [{ status: 'approved', date: 0 }],
    estimate: { total: 1 },
    urls: { view: 'https://evil.example' },
    asset: { _id: on.a.asset._id, name: 'Renamed' },
  }
  const reply = await order(ignored)
  if (reply.status < 300) {
    const made = parse<{ created: number; urls?: object; from: { _id: string } }>(reply)
    assert.ok(made.created > 0 && made.from._id === by._id)
    assert.ok(!reply.text.includes('evil.example') && !reply.text.includes('Renamed'))
  } else expectStatus(reply, 403, 422)
  const asset = await readAsAdmin(on, `assets/${on.a.asset._id}`)
  assert.equal(asset.name, on.a.asset.name)
  const statuses = refused.map((one) => expectStatus(one, 403, 404, 409, 422).status)
  return `${statuses.join(', ')} for owner and status; ${reply.status} for the rest, made by the service`
}

export async function forgedTranslation(on: Installation): Promise<string> {
  const [own, foreign] = [await createWork(on.a), await createWork(on.b)]
  const add = (more: object) =>
    send(on, '/api/translations', {
      method: 'POST',
      by: on.a.people.studio,
      body: { workRequest: own.request._id, asset: on.a.asset._id, language: 'fra', ...more },
    })
  const replies = [
    await add({ workRequest: foreign.request._id }),
    await add({ asset: on.b.asset._id }),
    await add({ status: 'submitted' }),
    await add({ translator: on.b.people.translator._id }),
  ]
  return replies.map((reply) => expectStatus(reply, 403, 404, 409, 422).status).join(', ')
}

export async function forgedEvents(on: Installation): Promise<string> {
  await createWork(on.a)
  const [event] = await on.query<{ id: string }>(
    'select id from event where studio_id = $1 order by created_at desc limit 1',
    [on.a.studio._id],
  )
  // The service sets the other fields itself while it processes the event.
  const read = async () => {
    const { from, notify, type, workRequest } = await readAsAdmin(on, `events/${event!.id}`)
    return { from, notify, type, workRequest }
  }
  const before = await read()
  const count = async () =>
    (
      await on.query<{ many: string }>(
        `select count(*) as many from notification
         where to_id in (select person_id from membership where studio_id = $1)
         and event_id in (select id from event where studio_id = $2)`,
        [on.b.studio._id, on.a.studio._id],
      )
    )[0]!.many
  const change = (body: object) =>
    send(on, '/api/events', { method: 'PUT', by: on.a.people.service, body })
  const notifications = await count()
  const replies = [
    await change({ _id: event!.id, from: on.b.people.vendor._id }),
    await change({ _id: event!.id, notify: { users: [on.b.people.vendor._id], groups: [] } }),
    await change({ _id: event!.id, notify: { users: [], groups: [on.b.vendors._id] } }),
    await change({ _id: event!.id, type: 'unknown' }),
    await change({ type: 'wam', from: on.b.people.vendor._id }),
  ]
  const vendor = { method: 'PUT', by: on.a.people.vendor, body: { _id: event!.id, pushed: true } }
  replies.push(await send(on, '/api/events', vendor))
  assert.deepEqual(await read(), before)
  assert.equal(await count(), notifications)
  return `${replies.map((one) => expectStatus(one, 400, 403, 404, 422).status).join(', ')}; no notification`
}
