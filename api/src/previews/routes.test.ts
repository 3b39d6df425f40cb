import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAsset, getAsset } from '../assets/contract.ts'
import { receiveContent, registerFile } from '../files/contract.ts'
import { changeTranslation } from '../translations/contract.ts'
import { createRequestAt, readRequest } from '../../test/work-requests.ts'
import { uploadFile } from '../../test/orders.ts'
import { toneWav } from '../../demo/sample-files.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type StudioFixtures } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

const preview = async (side: StudioFixtures, more: Partial<contract.NewPreview> = {}) =>
  side.people.vendor.call(contract.createPreview, {
    body: {
      asset: side.asset._id,
      file: (await uploadFile(side.people.vendor, side))._id,
      ...more,
    },
  })

test('creates a preview from a verified file and numbers revisions', async (t) => {
  const { a } = await loadFixtures(t)
  const file = await uploadFile(a.people.vendor, a)
  const { body: first, headers } = await a.people.vendor.send(contract.createPreview, {
    body: {
      asset: a.asset._id,
      file: { _id: file._id, name: 'ignored' } as never,
      language: 'deu',
    },
  })
  const { _id, created, path, ...rest } = first
  assert.deepEqual(rest, {
    asset: a.asset._id,
    project: a.project._id,
    studio: a.studio._id,
    file: file._id,
    revision: '1',
    label: 'v1',
    language: 'deu',
    type: 'video',
    status: 'none',
    progress: 0,
    duration: null,
    film: null,
    poster: null,
    storyboard: null,
    peaks: null,
    $links: {
      self: `//reelay.test/api/previews/${_id}`,
      asset: `//reelay.test/api/assets/${a.asset._id}`,
      project: `//reelay.test/api/projects/${a.project._id}`,
      studio: `//reelay.test/api/studios/${a.studio._id}`,
    },
  })
  assert.ok(created > 0 && path.startsWith(`http://reelay.test/api/previews/${_id}/content?`))
  assert.equal(headers.get('location'), first.$links.self)
  assert.deepEqual(
    [(await preview(a)).revision, (await preview(a, { revision: 'final', label: 'Final' })).label],
    ['2', 'Final'],
  )
})

test('takes the type from the file, otherwise from the asset', async (t) => {
  const { a, runJobs } = await loadFixtures(t)
  const typeOf = async (bytes: string) => {
    const file = (await uploadFile(a.people.vendor, a, 'x', bytes))._id
    await runJobs()
    return (await preview(a, { file })).type
  }
  assert.equal(
    await typeOf('\x89PNG\r\n\x1a\n'),
    'video',
    'UTF-8 of these is no picture: the asset is a video',
  )
  assert.equal(await typeOf('GIF89a'), 'image')
  assert.equal(await typeOf('ID3'), 'audio')
})

test('requires a visible, verified file of the same asset', async (t) => {
  const { a, b } = await loadFixtures(t)
  const make = (body: contract.NewPreview) => a.people.vendor.call(contract.createPreview, { body })
  const { _id: empty } = await a.people.vendor.call(registerFile, {
    body: { name: 'x', asset: a.asset._id },
  })
  await expectProblem(make({ asset: a.asset._id, file: empty }), 422, 'file.unverified')
  const other = await a.people.studio.call(createAsset, {
    body: { name: 'Other', project: a.project._id, type: 'promo' },
  })
  const file = await uploadFile(a.people.vendor, a)
  await expectProblem(make({ asset: other._id, file: file._id }), 422, 'file.asset-mismatch')
  const theirs = await uploadFile(b.people.vendor, b)
  await expectProblem(make({ asset: a.asset._id, file: theirs._id }), 422, 'reference.not-found')
  await expectProblem(
    make({ asset: a.asset._id, file: 'f'.repeat(24) }),
    422,
    'reference.not-found',
  )
  await expectProblem(make({ asset: b.asset._id, file: file._id }), 404, 'asset.not-found')
  await expectProblem(
    make({ asset: a.asset._id, file: file._id, colour: 'red' } as never),
    400,
    'body.unknown-field',
  )
  await expectProblem(
    make({ asset: a.asset._id, file: file._id, language: 'german' }),
    422,
    'body.invalid',
  )
  await expectProblem(make({ asset: a.asset._id } as never), 422, 'body.invalid')
  assert.equal((await a.people.vendor.call(contract.listPreviews)).total, 0)
})

test('changes a preview by the id in the body or in the path', async (t) => {
  const { a } = await loadFixtures(t)
  const created = await preview(a, { language: 'deu' })
  const { vendor } = a.people
  const withoutPath = ({ path: _path, ...rest }: contract.Preview) => rest
  assert.deepEqual(
    withoutPath(await vendor.call(contract.changePreviewNamed, { body: created })),
    withoutPath(created),
    'accepts a preview as it was read, including the signature',
  )
  assert.equal(
    (await vendor.call(contract.changePreviewNamed, { body: { _id: created._id, label: 'Cut 2' } }))
      .label,
    'Cut 2',
  )
  const changed = await vendor.call(contract.changePreview, {
    params: { id: created._id },
    body: { revision: '7', language: null },
  })
  assert.deepEqual([changed.label, changed.revision, changed.language], ['Cut 2', '7', null])
})

test('requires an id for PUT and never creates', async (t) => {
  const { a, b } = await loadFixtures(t)
  const theirs = await preview(b)
  const put = (body: object) =>
    a.people.vendor.call(contract.changePreviewNamed, { body: body as never })
  await expectProblem(put({ label: 'x' }), 400, 'id.required')
  await expectProblem(put({ _id: 'f'.repeat(24), label: 'x' }), 404, 'preview.not-found')
  await expectProblem(put({ _id: theirs._id, label: 'x' }), 404, 'preview.not-found')
  await expectProblem(put({ _id: 'nonsense', label: 'x' }), 422, 'body.invalid')
  assert.equal(
    (await b.people.vendor.call(contract.getPreview, { params: { id: theirs._id } })).label,
    'v1',
  )
})

test('rejects changes of the file and of playback fields', async (t) => {
  const { a, b } = await loadFixtures(t)
  const [one, two] = [await preview(a), await preview(a)]
  const put = (body: object) =>
    a.people.vendor.call(contract.changePreview, {
      params: { id: one._id },
      body: { label: 'changed', ...body },
    })
  await expectProblem(put({ _id: two._id }), 422, 'id.mismatch')
  for (const claim of [
    { path: 'http://169.254.169.254/' },
    { file: two.file },
    { asset: b.asset._id },
    { studio: b.studio._id },
    { type: 'image' },
    { created: 1 },
    { path: two.path },
  ]) {
    await expectProblem(put(claim), 403, 'field.protected')
  }
  await expectProblem(
    put({ cdn: { domain: 'evil.example', path: '/', key: 'x' } }),
    400,
    'body.unknown-field',
  )
  await expectProblem(put({ label: '' }), 422, 'body.invalid')
  assert.equal(
    (await a.people.vendor.call(contract.getPreview, { params: { id: one._id } })).label,
    'v1',
  )
})

test('lists previews newest first, by asset and by label', async (t) => {
  const { a, admin, b } = await loadFixtures(t)
  await preview(a, { label: 'Erste Fassung' })
  await preview(a, { label: 'Zweite Fassung' })
  await preview(b, { label: 'Theirs' })
  const labels = async (by: typeof admin, query: { asset?: string; q?: string } = {}) =>
    (await by.call(contract.listPreviews, { query })).items.map(({ label }) => label)
  assert.deepEqual(await labels(a.people.territory), ['Zweite Fassung', 'Erste Fassung'])
  assert.deepEqual(await labels(admin, { asset: 'trailer-b' }), ['Theirs'])
  assert.deepEqual(await labels(admin, { q: 'ZWEI' }), ['Zweite Fassung'])
  assert.deepEqual(await labels(a.people.territory, { asset: b.asset._id }), [])
  assert.deepEqual(await labels(a.people.guest), [])
})

test('removes a preview and keeps its file', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { _id: id } = await preview(a)
  const remove = (by: typeof a.people.vendor) => by.call(contract.removePreview, { params: { id } })
  await expectProblem(remove(a.people.territory), 403, 'permission.required')
  await expectProblem(remove(b.people.vendor), 404, 'preview.not-found')
  await expectProblem(
    a.people.vendor.call(contract.removePreview, {
      params: { id },
      headers: { 'if-match': '"old"' },
    }),
    412,
    'record.changed',
  )
  assert.deepEqual(await remove(a.people.vendor), { _id: id, removed: true })
  await expectProblem(remove(a.people.vendor), 404, 'preview.not-found')
})

test('requires permission to create, change and see previews', async (t) => {
  const { a, b } = await loadFixtures(t)
  const created = await preview(a)
  for (const role of ['territory', 'translator', 'guest'] as const) {
    await expectProblem(
      a.people[role].call(contract.createPreview, {
        body: { asset: a.asset._id, file: created.file },
      }),
      403,
      'permission.required',
    )
    await expectProblem(
      a.people[role].call(contract.changePreviewNamed, { body: { _id: created._id, label: 'x' } }),
      403,
      'permission.required',
    )
  }
  for (const by of [b.people.studio, a.people.guest, a.people.translator])
    await expectProblem(
      by.call(contract.getPreview, { params: { id: created._id } }),
      404,
      'preview.not-found',
    )
})

test('shows previews of assigned work to translators', async (t) => {
  const { a } = await loadFixtures(t)
  const created = await preview(a)
  const { translation } = await readRequest(
    a.people.studio,
    await createRequestAt(a, 'awaiting-materials'),
  )
  await a.people.vendor.call(changeTranslation, {
    params: { id: translation._id },
    body: { translator: a.people.translator._id },
  })
  assert.equal(
    (await a.people.translator.call(contract.getPreview, { params: { id: created._id } }))._id,
    created._id,
  )
  assert.deepEqual(
    (await a.people.translator.call(getAsset, { params: { id: a.asset._id } })).previews.map(
      ({ _id }) => _id,
    ),
    [created._id],
  )
})

test('supports If-Match, If-None-Match and Idempotency-Key', async (t) => {
  const { a } = await loadFixtures(t)
  const { vendor } = a.people
  const file = await uploadFile(vendor, a)
  const make = () =>
    vendor.send(contract.createPreview, {
      body: { asset: a.asset._id, file: file._id },
      headers: { 'idempotency-key': 'once' },
    })
  const {
    body: { _id: id },
  } = await make()
  assert.equal((await make()).body._id, id)
  const { headers } = await vendor.send(contract.getPreview, { params: { id } })
  const etag = headers.get('etag')!
  await expectProblem(
    vendor.call(contract.getPreview, { params: { id }, headers: { 'if-none-match': etag } }),
    304,
  )
  await vendor.call(contract.changePreview, {
    params: { id },
    body: { label: 'x' },
    headers: { 'if-match': etag },
  })
  await expectProblem(
    vendor.call(contract.changePreview, {
      params: { id },
      body: { label: 'y' },
      headers: { 'if-match': etag },
    }),
    412,
    'record.changed',
  )
})

test('makes a preview of the first film and of every new cut, not of other films', async (t) => {
  const { a, runJobs } = await loadFixtures(t)
  const { studio, vendor } = a.people
  const upload = async (by: typeof studio, name: string, cut: boolean) => {
    const { _id } = await by.call(registerFile, { body: { name, asset: a.asset._id, cut } })
    await by.call(receiveContent, { params: { id: _id }, body: toneWav(220 + name.length) })
    await runJobs()
    return _id
  }
  const first = await upload(studio, 'first.wav', false)
  await upload(studio, 'another.wav', false)
  const cut = await upload(studio, 'second-cut.wav', true)
  await upload(vendor, 'cut-of-a-vendor.wav', true)
  const { items } = await studio.call(contract.listPreviews, { query: { asset: a.asset._id } })
  assert.deepEqual(Object.fromEntries(items.map(({ file, revision }) => [file, revision])), {
    [first]: '1',
    [cut]: '2',
  })
})
