import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Call } from '@reelay/client'
import { TEMPLATE, databaseOn, onCluster } from '../test/cluster.ts'
import { createTestApp, type TestApp, type TestUser } from '../test/test-app.ts'
import { ROLES } from '../src/access/rules.ts'
import type { AppDependencies } from '../src/app.ts'
import { listAssets } from '../src/assets/contract.ts'
import { listDownloads } from '../src/downloads/contract.ts'
import { listFiles } from '../src/files/contract.ts'
import { sql } from '../src/kernel/db/sql.ts'
import type { Endpoint } from '../src/kernel/http/contract/endpoint.ts'
import { startHashing } from '../src/kernel/storage/hashing.ts'
import { createIntake } from '../src/kernel/storage/intake.ts'
import { localStorage } from '../src/kernel/storage/local.ts'
import { listNotifications } from '../src/notifications/contract.ts'
import { listProjects } from '../src/projects/contract.ts'
import {
  RISKS,
  coverageReport,
  rejectionReport,
  riskReport,
  turnaroundReport,
} from '../src/reports/contract.ts'
import { translationLines } from '../src/translations/contract.ts'
import { STATUSES, listWorkRequests } from '../src/workrequests/contract.ts'
import { DEMO_PASSWORD, EXAMPLES, PEOPLE, type PersonKey } from './data/people.ts'
import { loadDemo } from './load.ts'
import { demoWelcome, findDemoAccounts } from './welcome.ts'

const ALL = { first: 0, last: 499 }
const YEAR_AGO = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10)

test('fills an empty database with the demo studio', async (t) => {
  const { dependencies, ...testApp } = await emptyTestApp(t)

  await t.test('leaves nothing behind if loading fails', async () => {
    let remaining = 5
    const full: AppDependencies['intake'] = {
      ...dependencies.intake,
      put: (source) =>
        remaining--
          ? dependencies.intake.put(source)
          : Promise.reject(new Error('The disk is gone')),
    }
    await assert.rejects(loadDemo({ ...dependencies, intake: full }), /PUT .* returned 500/)
    assert.deepEqual(
      await countRows(testApp, 'person', 'studio', 'asset', 'file', 'event', 'job'),
      {
        person: 0,
        studio: 0,
        asset: 0,
        file: 0,
        event: 0,
        job: 0,
      },
    )
    assert.deepEqual(await demoWelcome(testApp.db), [])
    assert.equal(await findDemoAccounts(testApp.db), null)
  })

  await t.test('is loaded by one of two nodes that start together', async () => {
    const admins = await Promise.all([loadDemo(dependencies), loadDemo(dependencies)])
    assert.equal(admins.filter(Boolean).length, 1)
    assert.ok(await testApp.signIn('admin@example.com', admins.find(Boolean)!.password))
  })

  const people = {} as Record<PersonKey, TestUser>
  await t.test('has people of every role who can sign in', async () => {
    for (const key of Object.keys(PEOPLE) as PersonKey[])
      people[key] = await testApp.signIn(PEOPLE[key].email, DEMO_PASSWORD)
    const roles = new Set(Object.values(PEOPLE).map(({ role }) => role))
    assert.deepEqual(
      ROLES.filter((role) => role !== 'admin' && !roles.has(role)),
      [],
    )
  })
  const { oluwaseun, annegret, fenella, ilse, kanade } = people

  await t.test('contains projects, assets and work requests of every status', async () => {
    const [projects, assets, requests, downloads] = await Promise.all([
      oluwaseun.call(listProjects),
      oluwaseun.call(listAssets, { range: ALL }),
      oluwaseun.call(listWorkRequests, { range: ALL }),
      oluwaseun.call(listDownloads),
    ])
    assert.deepEqual(
      [projects.total, assets.total, requests.total, downloads.total],
      [3, 10, 29, 2000],
    )
    assert.deepEqual([...new Set(assets.items.map(({ workflow }) => workflow.phase))].toSorted(), [
      'FINAL',
      'LOCK',
      'WIP',
    ])
    // Submitted is left by itself at once.
    assert.deepEqual(
      STATUSES.filter((status) => !requests.items.some((request) => request.status === status)),
      ['submitted'],
    )
    assert.ok(new Set(requests.items.map(({ language }) => language)).size >= 10)
    const now = Date.now() / 1000
    const open = requests.items.filter(
      ({ status, due }) => due && !['complete', 'cancelled', 'incomplete'].includes(status),
    )
    assert.ok(
      open.some(({ due }) => due!.date < now) &&
        open.some(({ due }) => due!.date > now && due!.date < now + 7 * 86_400),
      'some are overdue, some are due soon',
    )
  })

  await t.test('gives each printed account a task', async () => {
    const requestsOf = async (key: PersonKey) =>
      (await people[key].call(listWorkRequests, { range: ALL })).items
    assert.ok(
      (await requestsOf('oluwaseun')).some(({ assignment }) => assignment?.decision === 'declined'),
    )
    for (const key of ['annegret', 'citlali'] as const) {
      const inReview = (await requestsOf(key)).filter(
        ({ status, reviewer }) => status === 'for-review' && reviewer?.name === PEOPLE[key].name,
      )
      assert.ok(
        inReview.some(({ offlines }) => offlines.length === 2 && offlines[0]!.decision === null),
        key,
      )
    }
    const uploads = (await requestsOf('piet')).filter(
      ({ status, autosubs, offlines }) =>
        status === 'in-progress' && !autosubs && offlines.length === 0,
    )
    assert.ok(uploads.length > 0)
    const [translation] = (await requestsOf('kanade')).flatMap((request) =>
      request.translation.status === 'incomplete' ? [request.translation] : [],
    )
    const lines = await people.kanade.call(translationLines.list, {
      params: { id: translation!._id },
    })
    assert.equal(lines.filter(({ text }) => !text).length, 2)
  })

  await t.test('has drawn comments, and versions that the service subtitles', async () => {
    const { rows } = await sql<{
      drawings: number
      failed: number
      forgotten: number
      scripts: string[]
    }>`
      select (select count(*) from offline_comment where drawing is not null) as drawings,
        (select count(*) from media_step where status = 'failed')
          + (select count(*) from encode where status = 'failed') as failed,
        (select count(*) from media_step s where s.status = 'waiting' and not exists (
          select from job where payload ->> 'file' = s.file_id and payload ->> 'step' = s.step
        )) as forgotten,
        (select array_agg(distinct w.language order by w.language) from encode e
          join work_request w on w.id = e.work_request_id where w.autosubs) as scripts`.execute(
      testApp.db,
    )
    assert.ok(rows[0]!.drawings >= 3)
    assert.deepEqual([rows[0]!.failed, rows[0]!.forgotten], [0, 0])
    assert.deepEqual(rows[0]!.scripts, ['ara', 'fra', 'hin'])
  })

  await t.test('has data for every report', async () => {
    const { items } = await oluwaseun.call(riskReport, { range: ALL })
    assert.deepEqual([...new Set(items.map(({ risk }) => risk))], [...RISKS])
    const { cells } = await oluwaseun.call(coverageReport, {
      query: { project: 'seven-kites-over-velmarra' },
    })
    for (const state of ['ordered', 'in-work', 'approved', 'downloaded'])
      assert.ok(
        cells.some((cell) => cell.state === state),
        state,
      )
    const [turnaround, rejections] = await Promise.all([
      oluwaseun.call(turnaroundReport, { query: { from: YEAR_AGO } }),
      oluwaseun.call(rejectionReport, { query: { from: YEAR_AGO } }),
    ])
    assert.ok(turnaround.whole.count >= 5 && rejections.rejections >= 3)
  })

  await t.test('shows each person only what they may see', async () => {
    assert.deepEqual(
      (await annegret.call(listWorkRequests, { range: ALL })).items.filter(
        ({ territory }) => territory !== 'DE',
      ),
      [],
    )
    assert.ok(
      (await annegret.call(listFiles)).total! < (await oluwaseun.call(listFiles)).total!,
      'some files are embargoed',
    )
    assert.ok((await annegret.call(listNotifications)).total! > 10)
    assert.deepEqual(
      (await ilse.call(listAssets)).items.map(({ slug }) => slug),
      ['velmarra-trailer-2'],
    )
    assert.ok(
      (await kanade.call(listWorkRequests)).items.every(({ language }) => language === 'jpn'),
    )
    assert.deepEqual(
      (await fenella.call(listWorkRequests)).items.map(({ asset }) => asset.slug),
      ['umbrella-announcement'],
    )
  })

  await t.test('returns records that match their declared schemas', async () => {
    const lists = testApp.app.endpoints.filter(({ list, path }) => list && !path.includes(':'))
    for (const key of [
      'oluwaseun',
      'annegret',
      'piet',
      'kanade',
      'ilse',
      'robot',
      'fenella',
    ] as const) {
      for (const endpoint of lists.filter(({ access }) => access === 'signed-in')) {
        const records = await listAll(people[key].call, endpoint)
        const single = testApp.app.endpoints.find(
          ({ method, path }) => method === 'GET' && path === `${endpoint.path}/:id`,
        )
        if (single && key === 'oluwaseun')
          for (const { _id } of records)
            await people[key].call(single, { params: { id: _id } } as never)
      }
    }
  })

  await t.test('has consistent timestamps', async () => {
    const { rows } = await sql`
      select 'asset' as what, a.id from asset a join project p on p.id = a.project_id
        where a.created_at < p.created_at
      union all select 'file', f.id from file f join asset a on a.id = f.asset_id join person p
        on p.id = f.owner_id where f.created_at < greatest(a.created_at, p.created_at)
      union all select 'request', w.id from work_request w join asset a on a.id = w.asset_id
        where w.created_at < a.created_at
      union all select 'history', h.id::text from work_request_history h
        join work_request_history earlier on earlier.work_request_id = h.work_request_id
        and earlier.id < h.id and earlier.at > h.at
      union all select 'offline', o.id from offline o join work_request w
        on w.id = o.work_request_id where o.created_at < w.created_at
      union all select 'event', e.id from event e join person p on p.id = e.from_id
        where e.created_at < p.created_at
      union all select 'notification', n.id from notification n join event e on e.id = n.event_id
        where n.created_at <> e.created_at
      union all select 'download', d.id from download d join file f on f.id = d.file_id
        where d.created_at < f.created_at or d.created_at > now()`.execute(testApp.db)
    assert.deepEqual(rows, [])
  })

  await t.test('leaves only media and embargo jobs, and no invitations', async () => {
    const { rows } = await sql`select (select count(*) from job
          where kind not in (
            'process-media', 'scan-media', 'transcode', 'encode', 'lift-embargo'
          )) as jobs,
          (select count(*) from event where not processed) as unprocessed,
          (select count(*) from invitation) as invitations`.execute(testApp.db)
    assert.deepEqual(rows, [{ jobs: 0, unprocessed: 0, invitations: 0 }])
  })

  await t.test('does nothing when loaded again', async () => {
    const tables = ['person', 'asset', 'work_request', 'event', 'download']
    const before = await countRows(testApp, ...tables)
    assert.equal(await loadDemo(dependencies), undefined)
    assert.deepEqual(await countRows(testApp, ...tables), before)
  })

  await t.test('prints how to sign in at every start', async () => {
    const text = (await demoWelcome(testApp.db)).join('\n')
    assert.ok(text.includes(DEMO_PASSWORD))
    for (const { key } of EXAMPLES) assert.ok(text.includes(PEOPLE[key].email), text)
  })
})

async function emptyTestApp(t: TestContext): Promise<TestApp & { dependencies: AppDependencies }> {
  const cluster = process.env.TEST_CLUSTER!
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onCluster(cluster, `create database ${name} template ${TEMPLATE}`)
  const testApp = await createTestApp(databaseOn(cluster, name))
  t.after(async () => {
    await testApp.close()
    await onCluster(cluster, `drop database ${name} with (force)`)
  })
  const { config, keys, masterKeys, compute } = testApp.app
  const storage = localStorage(config.dataDir)
  return {
    ...testApp,
    dependencies: {
      database: testApp.app.database,
      config,
      keys,
      masterKeys,
      compute,
      storage,
      intake: createIntake(storage, startHashing()),
      checkReplies: true,
    },
  }
}

async function countRows(
  { db }: Pick<TestApp, 'db'>,
  ...tables: string[]
): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`select ${sql.join(
    tables.map(
      (table) => sql`(select count(*)
    from ${sql.ref(table)}) as ${sql.ref(table)}`,
    ),
  )}`.execute(db)
  return { ...rows[0] }
}

/** All pages of a list. The test app checks each record against its schema. */
async function listAll(call: Call, endpoint: Endpoint): Promise<{ _id: string }[]> {
  const records: { _id: string }[] = []
  for (let first = 0, total = 1; first < total; first += 500) {
    const page = (await call(endpoint, { range: { first, last: first + 499 } })) as {
      items: { _id: string }[]
      total: number
    }
    records.push(...page.items)
    total = page.total
  }
  return records
}

test('the server imports the demo only on request', () => {
  const src = join(import.meta.dirname, '../src')
  const importing = globSync('**/*.ts', { cwd: src })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /from '[./]+\/demo\//.test(readFileSync(join(src, file), 'utf8')))
  assert.deepEqual(importing, [])
})
