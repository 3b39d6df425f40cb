import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRequestAt } from '../../test/work-requests.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { createFrance, newOrder } from '../../test/orders.ts'
import { backdateHistory, setDue } from '../../test/backdate.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as studios from '../studios/contract.ts'
import * as translations from '../translations/contract.ts'
import * as users from '../users/contract.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
import { RISKS, riskReport } from './contract.ts'

const NOW = Math.floor(Date.now() / 1000)
const DAY = 86_400

test('assesses every open request with its next step, worst first', async (t) => {
  const { db, a } = await loadFixtures(t)
  const { studio } = a.people
  const ids = {
    draft: await createRequestAt(a, 'incomplete'),
    waiting: await createRequestAt(a, 'awaiting-materials'),
    working: await createRequestAt(a, 'in-progress'),
    shown: await createRequestAt(a, 'for-review'),
    approved: await createRequestAt(a, 'approved'),
  }
  await Promise.all([createRequestAt(a, 'complete'), createRequestAt(a, 'cancelled')])
  await setDue(db, ids.working, NOW - 20 * DAY)
  await setDue(db, ids.shown, NOW - 10 * DAY)
  await setDue(db, ids.waiting, NOW + 60 * DAY)
  await setDue(db, ids.draft, NOW + 90 * DAY)

  const { items, total } = await studio.call(riskReport)
  assert.equal(total, 5)
  const found = Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [name, items.find(({ request }) => request === id)!]),
  )
  assert.deepEqual(
    items.slice(0, 2).map(({ request }) => request),
    [ids.working, ids.shown],
  )
  assert.deepEqual(
    items.map(({ risk }) => RISKS.indexOf(risk)),
    items.map(({ risk }) => RISKS.indexOf(risk)).toSorted((a, b) => a - b),
  )
  assert.deepEqual([found.draft!.risk, found.draft!.reasons[0]!.code], ['on-track', 'in-time'])
  assert.deepEqual([found.working!.risk, found.working!.reasons[0]!.code], ['critical', 'overdue'])
  assert.deepEqual(
    [found.working!.asset, found.working!.project, found.working!.due],
    [
      { _id: a.asset._id, name: 'Trailer a' },
      { _id: a.project._id, name: 'Project a' },
      { date: NOW - 20 * DAY, tz: 'Europe/Berlin' },
    ],
  )

  const next = Object.fromEntries(
    Object.entries(found).map(([name, item]) => [
      name,
      [item.next.to, item.next.who, item.next.missing.map(({ code }) => code)],
    ]),
  )
  assert.deepEqual(next, {
    draft: ['submitted', 'the owner or the studio', []],
    waiting: [
      'in-progress',
      'the vendor or the studio; the vendor, who must assign a translator',
      ['material', 'material'],
    ],
    working: ['for-review', 'the vendor', ['offline']],
    shown: ['approved', 'the owner, the territory or the studio', ['offline']],
    approved: ['complete', 'the vendor', ['deliverable']],
  })
})

test('uses the studio’s history: slow reviews make a request late', async (t) => {
  const { db, a } = await loadFixtures(t)
  const { studio } = a.people
  const shown = await createRequestAt(a, 'for-review')
  await setDue(db, shown, NOW + 21 * DAY)
  const judged = async () =>
    (await studio.call(riskReport)).items.find(({ request }) => request === shown)!
  assert.equal((await judged()).risk, 'on-track')
  for (let count = 0; count < 5; count++)
    await backdateHistory(db, await createRequestAt(a, 'approved'), NOW - 150 * DAY, 28 * DAY)
  const slow = await judged()
  assert.deepEqual([slow.risk, slow.reasons[0]!.code], ['critical', 'too-late'])
  assert.ok(slow.slackHours! < 0 && slow.expected > slow.due!.date)
  await sql`
    update work_request_history set at = ${new Date((NOW - 400 * DAY) * 1000)}
    where work_request_id <> ${shown}`.execute(db)
  assert.equal((await judged()).risk, 'on-track', 'history older than half a year does not count')
})

test('respects working hours and holidays of the studio', async (t) => {
  const { db, a } = await loadFixtures(t)
  const { studio } = a.people
  const working = await createRequestAt(a, 'in-progress')
  await setDue(db, working, NOW + 21 * DAY)
  const slack = async () => (await studio.call(riskReport)).items[0]!.slackHours!
  const put = (settings: object) =>
    studio.call(studios.changeStudio, { params: { id: a.studio._id }, body: { settings } })
  const before = await slack()
  await put({ workingHours: { opens: '09:00', closes: '12:00' } })
  const mornings = await slack()
  assert.ok(mornings < before, `${mornings} < ${before}`)
  await put({
    holidays: Array.from({ length: 14 }, (_nothing, index) =>
      new Date((NOW + (3 + index) * DAY) * 1000).toISOString().slice(0, 10),
    ),
  })
  assert.ok(
    Math.abs(mornings - (await slack()) - 30) < 0.1,
    'two weeks of holidays cost ten mornings of three hours',
  )
})

test('covers visible requests, and the whole studio with report.read', async (t) => {
  const { a, b, admin } = await loadFixtures(t)
  await createFrance(admin)
  const draft = await a.people.studio.call(createWorkRequest, { body: newOrder(a) })
  const ordered = await a.people.territory.call(createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  const [foreign, elsewhere] = [
    await createRequestAt(b, 'in-progress'),
    await a.people.studio.call(createWorkRequest, {
      body: newOrder(a, { territory: 'FR', language: 'fra' }),
    }),
  ]
  const seen = async (person: typeof admin) =>
    (await person.call(riskReport, { range: { first: 0, last: 99 } })).items
      .map(({ request }) => request)
      .toSorted()
  const { studio, territory, vendor, translator, guest } = a.people
  assert.deepEqual(await seen(admin), [draft._id, ordered._id, elsewhere._id, foreign].toSorted())
  assert.deepEqual(await seen(studio), [draft._id, ordered._id, elsewhere._id].toSorted())
  assert.deepEqual(await seen(territory), [draft._id, ordered._id].toSorted())
  assert.deepEqual(await seen(vendor), [ordered._id], 'a vendor does not see a draft')
  assert.deepEqual(await seen(guest), [])
  assert.deepEqual(await seen(translator), [])
  await vendor.call(translations.changeTranslation, {
    params: { id: ordered.translation._id },
    body: { translator: translator._id },
  })
  assert.deepEqual(await seen(translator), [ordered._id])
  await admin.call(users.changeUser, {
    params: { id: guest._id },
    body: { permissions: ['report.read'] },
  })
  assert.deepEqual(
    await seen(guest),
    [draft._id, ordered._id, elsewhere._id].toSorted(),
    'requests of the own studio only',
  )
})

test('filters by risk, studio, project and territory, with paging', async (t) => {
  const { db, a, b, admin } = await loadFixtures(t)
  const ids = [
    await createRequestAt(a, 'in-progress'),
    await createRequestAt(a, 'in-progress'),
    await createRequestAt(a, 'in-progress'),
    await createRequestAt(b, 'in-progress'),
  ]
  await setDue(db, ids[0]!, NOW - DAY)
  await setDue(db, ids[1]!, NOW - 2 * DAY)
  const ask = async (query: object, range = { first: 0, last: 9 }) =>
    (await admin.call(riskReport, { query, range })).items.map(({ request }) => request)
  assert.deepEqual(await ask({ risk: 'critical' }), [ids[1], ids[0]])
  assert.equal((await ask({ studio: 'studio-a' })).length, 3)
  assert.deepEqual(await ask({ studio: b.studio._id }), [ids[3]])
  assert.deepEqual(await ask({ project: 'project-b' }), [ids[3]])
  assert.equal((await ask({ territory: 'FR,DE' })).length, 4)
  assert.deepEqual(await ask({ territory: 'FR' }), [])
  assert.deepEqual(
    [...(await ask({}, { first: 0, last: 1 })), ...(await ask({}, { first: 2, last: 9 }))],
    await ask({}),
  )
  assert.deepEqual(await admin.call(riskReport, { range: { first: 50, last: 59 } }), {
    items: [],
    total: 4,
  })
  await expectProblem(
    admin.call(riskReport, { query: { risk: 'fine' } as never }),
    400,
    'query.unknown-value',
  )
  await expectProblem(
    admin.call(riskReport, { query: { colour: 'red' } as never }),
    400,
    'query.unknown-field',
  )
  await expectProblem(
    admin.call(riskReport, { query: { format: 'xlsx' } as never }),
    400,
    'query.unknown-value',
  )
})

test('exports all rows unless a range is given and escapes formulas', async (t) => {
  const fixtures = await loadFixtures(t)
  const {
    db,
    a: {
      asset,
      people: { studio },
    },
  } = fixtures
  for (let count = 0; count < 11; count++)
    await studio.call(createWorkRequest, { body: newOrder(fixtures.a) })
  await sql`update asset set name = '=cmd|"/c calc"!A1, "quoted"' where id = ${asset._id}`.execute(
    db,
  )
  const ask = (headers: Record<string, string> = {}) =>
    rawRequest(fixtures, '/api/reports/risk?format=csv', { by: studio, headers })
  const { statusCode, headers, body } = await ask()
  assert.deepEqual(
    [statusCode, headers['content-type'], headers['content-disposition'], headers['content-range']],
    [
      200,
      'text/csv; charset=utf-8; header=present',
      `attachment; filename="risk.csv"; filename*=UTF-8''risk.csv`,
      'resources 0-10/11',
    ],
  )
  const lines = body.split('\r\n')
  assert.deepEqual(
    [lines.length, lines[0]!.split(',').slice(0, 3), lines.at(-1)],
    [13, ['request', 'project', 'asset'], ''],
  )
  assert.ok(lines[1]!.includes(`,"'=cmd|""/c calc""!A1, ""quoted""",DE,deu,incomplete,`), body)
  const some = await ask({ 'x-range': 'resources=2-3' })
  assert.deepEqual(
    [some.headers['content-range'], some.body.split('\r\n').slice(1, -1)],
    ['resources 2-3/11', lines.slice(3, 5)],
  )
})

test('the cursor of a page leads to the next one', async (t) => {
  const { db, a } = await loadFixtures(t)
  const { studio } = a.people
  await setDue(db, await createRequestAt(a, 'in-progress'), NOW - DAY)
  for (const _ of [1, 2, 3, 4]) await createRequestAt(a, 'incomplete')
  const range = { first: 0, last: 1 }
  const { items, total } = await studio.call(riskReport, { range: { first: 0, last: 9 } })
  assert.deepEqual([items.length, total], [5, 5])
  const first = await studio.call(riskReport, { range })
  const second = await studio.call(riskReport, { range, after: first.next })
  const third = await studio.call(riskReport, { range, after: second.next })
  assert.deepEqual([...first.items, ...second.items, ...third.items], items)
  assert.equal(third.next, undefined)
})

test('a page of overdue requests equals the start of the whole report', async (t) => {
  const { db, a, admin } = await loadFixtures(t)
  for (const days of [3, 9, 6])
    await setDue(db, await createRequestAt(a, 'in-progress'), NOW - days * DAY)
  await createRequestAt(a, 'incomplete')
  for (const by of [a.people.studio, a.people.vendor, a.people.territory, admin]) {
    const whole = await by.call(riskReport, { range: { first: 0, last: 99 } })
    for (const range of [
      { first: 0, last: 0 },
      { first: 1, last: 2 },
      { first: 2, last: 3 },
    ]) {
      const page = await by.call(riskReport, { range })
      assert.equal(page.total, whole.total)
      assert.deepEqual(
        page.items.map(({ request, risk, next }) => ({ request, risk, next })),
        whole.items
          .slice(range.first, range.last + 1)
          .map(({ request, risk, next }) => ({ request, risk, next })),
      )
    }
  }
})

test('assesses only the requests that are asked for and visible', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { studio } = a.people
  const [first, , complete] = [
    await createRequestAt(a, 'in-progress'),
    await createRequestAt(a, 'for-review'),
    await createRequestAt(a, 'complete'),
  ]
  const foreign = await createRequestAt(b, 'in-progress')
  const ask = (requests: string[]) =>
    studio.call(riskReport, { query: { requests: requests.join() } })
  const { items, total } = await ask([first, complete, foreign])
  assert.deepEqual([items.map(({ request }) => request), total], [[first], 1])
  const all = await studio.call(riskReport)
  assert.deepEqual(
    items[0],
    all.items.find(({ request }) => request === first),
  )
  await assert.rejects(ask(['everything']), /requests/)
})
