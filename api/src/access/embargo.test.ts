// An embargoed file is invisible on every read path to people without embargo.bypass.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as assets from '../assets/contract.ts'
import * as downloads from '../downloads/contract.ts'
import * as events from '../events/contract.ts'
import * as files from '../files/contract.ts'
import * as notifications from '../notifications/contract.ts'
import * as offlines from '../offlines/contract.ts'
import * as previews from '../previews/contract.ts'
import * as workrequests from '../workrequests/contract.ts'
import { changeRequest } from '../../test/work-requests.ts'
import { newOrder } from '../../test/orders.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { type TestUser } from '../../test/fixtures.ts'
import { loadEmbargoedFile, setEmbargo, type EmbargoedFile } from './embargoed-file.fixture.ts'

/** Every response that could mention the file to this person, errors included, as one text. */
async function allResponses(
  { a, file, preview, request, offline, app }: EmbargoedFile,
  by: TestUser,
): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${by.email}:token-${by.token}`).toString('base64')}`
  const responses = await Promise.all(
    [
      '/files',
      '/files?q=secret',
      `/files?asset=${a.asset._id}`,
      '/files/_slug',
      '/files/_slug?asset=trailer-a',
      `/files/${file}`,
      '/assets',
      `/assets/${a.asset._id}`,
      '/assets/workflowNotify',
      '/projects',
      `/projects/${a.project._id}`,
      '/previews',
      `/previews?asset=trailer-a`,
      `/previews/${preview}`,
      '/workrequests',
      `/workrequests/${request}`,
      '/offlines',
      `/offlines/${offline}`,
      '/downloads',
      '/downloads?q=secret',
      '/downloads?user=me&order=file',
      '/events',
      '/events?type=fin,fd',
      '/notifications',
      '/notifications?type=fin',
    ].map((path) => app.fastify.inject({ url: `/api${path}`, headers: { authorization } })),
  )
  return responses
    .map(({ body, headers }) => `${String(headers['content-range'])} ${body}`)
    .join('\n')
}

const OUTSIDERS = ['territory', 'vendor', 'guest'] as const

test('hides the name, id and preview of an embargoed file from people without embargo.bypass', async (t) => {
  const fixtures = await loadEmbargoedFile(t)
  for (const role of OUTSIDERS)
    assert.match(
      await allResponses(fixtures, fixtures.a.people[role]),
      new RegExp(`secret.mp4[^]*${fixtures.file}`),
      `${role} saw it before`,
    )
  await setEmbargo(fixtures, '1 hour')
  for (const role of OUTSIDERS) {
    const text = await allResponses(fixtures, fixtures.a.people[role])
    assert.ok(
      !text.includes('secret.mp4') && !text.includes(fixtures.file),
      `${role} reads about the file`,
    )
    assert.ok(
      !text.includes(`previews/${fixtures.preview}`) &&
        !text.includes(`"_id":"${fixtures.preview}"`),
      `${role} reads about the preview`,
    )
  }
  for (const person of [fixtures.a.people.studio, fixtures.a.people.service, fixtures.admin]) {
    const text = await allResponses(fixtures, person)
    assert.ok(text.includes('secret.mp4') && text.includes(fixtures.preview))
  }
})

test('counts no embargoed file in any total', async (t) => {
  const fixtures = await loadEmbargoedFile(t)
  await setEmbargo(fixtures, '1 hour')
  for (const role of OUTSIDERS) {
    const { call } = fixtures.a.people[role]
    assert.deepEqual(await call(files.listFiles), { items: [], total: 0 })
    assert.deepEqual(await call(files.listFilesBySlug), { items: [], total: 0 })
    assert.deepEqual(await call(previews.listPreviews), { items: [], total: 0 })
    assert.deepEqual(await call(offlines.listOfflines), { items: [], total: 0 })
    assert.deepEqual(await call(downloads.listDownloads), { items: [], total: 0 })
    assert.deepEqual(await call(events.listEvents, { query: { type: 'fin,fd' } }), {
      items: [],
      total: 0,
    })
    assert.deepEqual(await call(notifications.listNotifications, { query: { type: 'fin' } }), {
      items: [],
      total: 0,
    })
    const asset = await call(assets.getAsset, { params: { id: fixtures.a.asset._id } })
    assert.deepEqual(
      [asset.thumbnail, asset.$links.thumbnail, asset.previews, asset.$embargo],
      [null, undefined, [], true],
    )
  }
  assert.equal((await fixtures.a.people.studio.call(files.listFiles)).total, 1)
  assert.equal(
    (await fixtures.a.people.studio.call(assets.getAsset, { params: { id: fixtures.a.asset._id } }))
      .$embargo,
    false,
  )
})

test('lists no embargoed file in a work request', async (t) => {
  const fixtures = await loadEmbargoedFile(t)
  const read = async (by: TestUser) => {
    const {
      asset,
      audioFile,
      materials,
      files: bundles,
      offlines: brought,
    } = await by.call(workrequests.getWorkRequest, { params: { id: fixtures.request } })
    return [
      asset.thumbnail?._id,
      asset.previews.length,
      audioFile,
      materials.flatMap((material) => material.files),
      bundles,
      brought.map((offline) => offline.file),
    ]
  }
  const open = [
    fixtures.file,
    1,
    fixtures.file,
    [fixtures.file],
    [{ name: 'Online', files: [fixtures.file] }],
    [fixtures.file],
  ]
  assert.deepEqual(await read(fixtures.a.people.vendor), open)
  await setEmbargo(fixtures, '1 hour')
  for (const role of ['territory', 'vendor'] as const)
    assert.deepEqual(await read(fixtures.a.people[role]), [undefined, 0, null, [], [], [null]])
  assert.deepEqual(await read(fixtures.a.people.studio), open)
})

test('rejects earlier download and playback URLs under embargo', async (t) => {
  const fixtures = await loadEmbargoedFile(t)
  const { territory } = fixtures.a.people
  const [taken] = await territory.call(downloads.startDownloads, {
    body: { files: [fixtures.file] },
  })
  const links = [
    taken!.url,
    (await territory.call(previews.getPreview, { params: { id: fixtures.preview } })).path,
    (await territory.call(offlines.getOffline, { params: { id: fixtures.offline } })).path,
  ]
  const openAll = () =>
    Promise.all(
      links.map(
        async (link) =>
          (await fixtures.app.fastify.inject(link.replace('http://reelay.test', ''))).statusCode,
      ),
    )
  assert.deepEqual(
    await openAll(),
    [200, 409, 409],
    'text has no playback, and people who see it get that error',
  )
  await setEmbargo(fixtures, '1 hour')
  assert.deepEqual(await openAll(), [404, 404, 404])
  for (const role of OUTSIDERS) {
    const { call } = fixtures.a.people[role]
    await expectProblem(
      call(downloads.sendFile, { params: { id: fixtures.file } }),
      404,
      'file.not-found',
    )
    await expectProblem(
      call(downloads.sendFile, { params: { id: fixtures.file }, headers: { range: 'bytes=3-' } }),
      404,
      'file.not-found',
    )
    await expectProblem(
      call(previews.previewPlayback.content, { params: { id: fixtures.preview } }),
      404,
      'preview.not-found',
    )
    await expectProblem(
      call(downloads.startDownloads, { body: { files: [fixtures.file] } }),
      422,
      'reference.not-found',
    )
  }
  assert.equal(
    Buffer.from(
      await fixtures.a.people.studio.call(downloads.sendFile, { params: { id: fixtures.file } }),
    ).toString(),
    'secret bytes',
  )
})

test('rejects references, changes and removal of embargoed content', async (t) => {
  const fixtures = await loadEmbargoedFile(t)
  const { a, file } = fixtures
  await setEmbargo(fixtures, '1 hour')
  const { vendor, territory } = a.people
  await expectProblem(
    vendor.call(files.changeFile, { params: { id: file }, body: { embargo: { end: null } } }),
    404,
    'file.not-found',
  )
  await expectProblem(
    vendor.call(files.removeFile, { params: { id: file } }),
    404,
    'file.not-found',
  )
  await expectProblem(
    vendor.call(previews.createPreview, { body: { asset: a.asset._id, file } }),
    422,
    'reference.not-found',
  )
  await expectProblem(
    vendor.call(previews.changePreview, {
      params: { id: fixtures.preview },
      body: { label: 'mine' },
    }),
    404,
    'preview.not-found',
  )
  await expectProblem(
    vendor.call(previews.removePreview, { params: { id: fixtures.preview } }),
    404,
    'preview.not-found',
  )
  await expectProblem(
    vendor.call(offlines.createOffline, { body: { workRequest: fixtures.request, file } }),
    422,
    'reference.not-found',
  )
  await expectProblem(
    territory.call(offlines.decideOffline, {
      params: { id: fixtures.offline },
      body: { decision: 'approved' },
    }),
    404,
    'offline.not-found',
  )
  await expectProblem(
    territory.call(workrequests.createWorkRequest, { body: newOrder(a, { audioFile: file }) }),
    422,
    'reference.not-found',
  )
  await expectProblem(
    changeRequest(vendor, fixtures.request, { files: [{ name: 'Online', files: [file] }] }),
    422,
    'reference.not-found',
  )
})
