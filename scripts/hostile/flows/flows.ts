// Cases 104 to 111: flows that are used more often, out of order, or with the wrong people.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@reelay/api/contract'
import { uploadFile } from '../../../api/test/orders.ts'
import { createRequestAt, uploadOffline } from '../../../api/test/work-requests.ts'
import type { Installation } from '../tools/installation.ts'
import { countsOf, inParallel, timed, times } from '../tools/measure.ts'
import { createWork, readAsAdmin } from '../tools/records.ts'
import { createPerson, expectStatus, parse, send } from '../tools/request.ts'

export async function eventStorm(on: Installation): Promise<string> {
  await createWork(on.a)
  const [event] = await on.query<{ id: string }>(
    'select id from event where studio_id = $1 order by created_at desc limit 1',
    [on.a.studio._id],
  )
  const body = { _id: event!.id, pushed: true }
  const { port } = await on.secondNode()
  const { ms, result } = await timed(() =>
    inParallel(times(10_000, Number), 32, () =>
      send(on, '/api/events', { method: 'PUT', by: on.a.people.service, body, port }),
    ),
  )
  const statuses = result.map(({ status }) => status)
  assert.ok(!statuses.some((status) => status >= 500 && status !== 503), countsOf(statuses))
  const limited = result.find(({ status }) => status === 429)
  assert.ok(limited, `${countsOf(statuses)} in ${(ms / 1000).toFixed(0)} s: no limit`)
  assert.ok(Number(limited.headers['retry-after']) > 0)
  return `${countsOf(statuses)} in ${(ms / 1000).toFixed(0)} s`
}

export async function forgedRecipients(on: Installation): Promise<string> {
  const { _id } = await on.a.people.territory.call(contract.workrequests.createWorkRequest, {
    body: { asset: on.a.asset._id },
  })
  const change = (body: object) =>
    send(on, `/api/workrequests/${_id}`, { method: 'PUT', by: on.a.people.territory, body })
  const ids = times(100_000, (index) => index.toString(16).padStart(24, '0'))
  const preferences = (users: string[]) =>
    send(on, `/api/session/${on.a.people.vendor._id}`, {
      method: 'PUT',
      by: on.a.people.vendor,
      body: { preferences: { contactLists: [{ name: 'All', recipients: { groups: [], users } }] } },
    })
  const replies = [
    await preferences(ids),
    await change({ notify: { users: ids, groups: [] } }),
    await change({ notify: { users: [on.b.people.vendor._id], groups: [] } }),
  ]
  const statuses = replies.map((reply) => expectStatus(reply, 400, 404, 413, 422).status)
  const [row] = await on.query<{ count: string }>(
    `select count(*) from notification n join membership m on m.person_id = n.to_id
     where m.studio_id = $1 and n.event_id in (select id from event where studio_id = $2)`,
    [on.b.studio._id, on.a.studio._id],
  )
  assert.equal(Number(row!.count), 0)
  return `${statuses.join(', ')}; nobody of another studio was notified`
}

export async function skippedSteps(on: Installation): Promise<string> {
  const id = await createRequestAt(on.a, 'incomplete')
  const before = await readAsAdmin(on, `workrequests/${id}`)
  const statuses = []
  for (const status of ['approved', 'complete', 'for-review']) {
    const reply = await send(on, `/api/workrequests/${id}`, {
      method: 'PUT',
      by: on.a.people.studio,
      body: { status, reason: 'x' },
    })
    statuses.push(expectStatus(reply, 409).status)
  }
  assert.deepEqual(await readAsAdmin(on, `workrequests/${id}`), before)
  const refusals = await on.query(`select from audit where about_id = $1 and by_id = $2`, [
    id,
    on.a.people.studio._id,
  ])
  const seen = `${statuses.join(', ')}, unchanged`
  assert.equal(refusals.length, statuses.length, `${seen}, but not in the audit log`)
  return `${seen}, in the audit log`
}

type Status = contract.workrequests.Status
const TRANSITIONS: Record<Status, Status[]> = {
  incomplete: ['submitted', 'cancelled'],
  submitted: ['awaiting-materials', 'in-progress'],
  'awaiting-materials': ['in-progress', 'incomplete', 'cancelled'],
  'in-progress': ['awaiting-materials', 'for-review', 'incomplete', 'cancelled'],
  'for-review': ['approved', 'rejected', 'incomplete', 'cancelled'],
  rejected: ['in-progress', 'incomplete', 'cancelled'],
  approved: ['complete', 'incomplete', 'cancelled'],
  complete: ['in-progress'],
  cancelled: ['in-progress'],
}

/** The first step of a history that the table of transitions does not have. */
export const findGap = (steps: Status[]): string | undefined =>
  steps
    .slice(1)
    .map((to, index): [Status, Status] => [steps[index]!, to])
    .filter(([from, to]) => !TRANSITIONS[from].includes(to))
    .map((step) => step.join(' → '))[0]

export async function concurrentMoves(on: Installation): Promise<string> {
  const id = await createRequestAt(on.a, 'in-progress')
  await uploadOffline(on.a, id)
  const people = [on.a.people.territory, on.a.people.vendor, on.a.people.studio, on.admin]
  const targets = Object.keys(TRANSITIONS).filter(
    (one) => !['incomplete', 'cancelled'].includes(one),
  )
  const replies = await Promise.all(
    times(100, (index) =>
      send(on, `/api/workrequests/${id}`, {
        method: 'PUT',
        by: people[index % 4]!,
        body: { status: targets[index % targets.length], reason: 'x', code: 'other' },
      }),
    ),
  )
  for (const reply of replies) expectStatus(reply, 200, 403, 409, 429, 503)
  const { history } = (await readAsAdmin(on, `workrequests/${id}`)) as {
    history: { status: Status }[]
  }
  const steps = history.map(({ status }) => status)
  assert.equal(findGap(steps), undefined)
  return `${countsOf(replies.map(({ status }) => status))}; ${steps.length} steps without a gap`
}

export async function massDownload(on: Installation): Promise<string> {
  const person = await createPerson(on, { role: 'vendor' })
  const files = await inParallel(times(200, Number), 4, (index) =>
    uploadFile(person, on.a, `mass-${index}.bin`, `bytes ${index}`),
  )
  const last = await uploadFile(person, on.a, 'one-more.bin', 'one more')
  const statuses: number[] = []
  for (const { _id } of [...files, last])
    statuses.push((await send(on, `/api/files/${_id}/content`, { by: person })).status)
  assert.deepEqual(statuses, [...times(200, () => 200), 429])
  const [alerts] = await on.query<{ count: string }>(
    `select count(*) from event where type = 'dlb' and from_id = $1`,
    [person._id],
  )
  assert.ok(Number(alerts!.count) > 0, 'no alert')
  const suspend = { method: 'PUT', by: on.a.people.studio, body: { status: { approved: false } } }
  expectStatus(await send(on, `/api/users/${person._id}`, suspend), 200)
  expectStatus(await send(on, '/api/assets', { by: person }), 401)
  return `${countsOf(statuses)}, ${alerts!.count} alert; suspended at once by the manager`
}

export async function staleCopies(on: Installation): Promise<string> {
  const { studio } = on.a.people
  const path = `/api/projects/${on.a.project._id}`
  const { headers } = await send(on, path, { by: studio })
  const put = (body: object, more: Record<string, string> = {}) =>
    send(on, path, { method: 'PUT', by: studio, body, headers: more })
  expectStatus(await put({ description: 'first' }, { 'if-match': String(headers.etag) }), 200)
  expectStatus(await put({ description: 'second' }, { 'if-match': String(headers.etag) }), 412)
  const name = `Project ${Date.now()}`
  for (const reply of await Promise.all([put({ name }), put({ description: 'third' })]))
    expectStatus(reply, 200)
  const after = parse<{ name: string; description: string }>(await send(on, path, { by: studio }))
  assert.deepEqual([after.name, after.description], [name, 'third'])
  return '412 for a stale copy; both of two concurrent changes are kept'
}

export async function hostilePreferences(on: Installation): Promise<string> {
  const { vendor } = on.a.people
  const put = (preferences: object) =>
    send(on, `/api/session/${vendor._id}`, { method: 'PUT', by: vendor, body: { preferences } })
  const tile = { i: 'x'.repeat(200), x: 0, y: 0, w: 1, h: 1 }
  const reports = (dashboard: object[]) => ({
    reports: { workRequests: { dashboard, hiddenCharts: [] } },
  })
  const replies = [
    await put(reports(times(4000, () => tile))),
    await put(reports([{ ...tile, w: 1e308 }])),
    await put({ mail: { assets: 1e308 } }),
    await put({ mail: { assets: 7 } }),
  ]
  for (const reply of replies) expectStatus(reply, 413, 422)
  const html = '<script>alert(1)</script>'
  const kept = expectStatus(await put({ agent: { instructions: html } }), 200, 422)
  assert.match(String(kept.headers['content-type']), /^application\/json|problem\+json/)
  assert.equal(kept.headers['x-content-type-options'], 'nosniff')
  return `${replies.map(({ status }) => status).join(', ')}; HTML stays text in JSON`
}

const CHANGES = [
  `update audit set act = 'nothing'`,
  'delete from audit',
  'truncate audit',
  `update audit_link set hash = ''`,
  'delete from audit_link',
  'truncate audit_link cascade',
]

/** Even the owner of the tables is refused, unless they switch the triggers off. */
export async function auditRows(on: Installation): Promise<string> {
  await waitForSeal(on)
  for (const statement of CHANGES) await assert.rejects(on.query(statement), statement)
  const verdict = await send(on, '/api/audit/verify', { by: on.admin })
  return `${CHANGES.length} statements refused; verifier: ${expectStatus(verdict, 200).text.slice(0, 80)}`
}

/** Entries are added to the chains every few seconds. */
export async function waitForSeal(on: Installation): Promise<void> {
  for (let waited = 0; waited < 120; waited++) {
    const [row] = await on.query<{ count: string }>('select count(*) from audit_link')
    if (Number(row!.count) > 0) return
    await sleep(1000)
  }
  assert.fail('no entry was sealed within two minutes')
}
