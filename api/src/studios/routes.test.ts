import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkRecordConventions } from '../../test/conventions.ts'
import { uploadFile } from '../../test/orders.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import * as files from '../files/contract.ts'
import * as contract from './contract.ts'

test('lets an admin create a studio and derives its slug from its name', async (t) => {
  const { admin } = await loadFixtures(t)
  const studio = await admin.call(contract.createStudio, { body: { name: 'Étoile Filante' } })
  assert.equal(studio.slug, 'etoile-filante')
  assert.equal(studio.settings.leadTimeHours, 24)
  assert.deepEqual(
    await admin.call(contract.getStudio, { params: { id: 'etoile-filante' } }),
    studio,
  )
  assert.equal(
    (await admin.call(contract.createStudio, { body: { name: 'Étoile Filante' } })).slug,
    'etoile-filante-2',
  )
  await expectProblem(
    admin.call(contract.createStudio, { body: { name: 'Other', slug: 'etoile-filante' } }),
    409,
    'slug.exists',
  )
})

test('is visible only to its own people', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { studio } = a.people
  assert.deepEqual(
    (await studio.call(contract.listStudios)).items.map((item) => item._id),
    [a.studio._id],
  )
  await expectProblem(
    studio.call(contract.getStudio, { params: { id: b.studio._id } }),
    404,
    'studio.not-found',
  )
  await expectProblem(
    studio.call(contract.changeStudio, { params: { id: b.studio._id }, body: { name: 'Mine' } }),
    404,
  )
})

test('lets its manager update single fields, and rejects a guest', async (t) => {
  const { a } = await loadFixtures(t)
  const params = { id: a.studio._id }
  const changed = await a.people.studio.call(contract.changeStudio, {
    params,
    body: { settings: { leadTimeHours: 48 } },
  })
  assert.equal(changed.settings.leadTimeHours, 48)
  assert.equal(changed.settings.subtitleProfile, a.studio.settings.subtitleProfile)
  assert.deepEqual(
    await a.people.studio.call(contract.changeStudio, { params, body: changed }),
    changed,
    'accepts an unchanged record',
  )
  await expectProblem(
    a.people.studio.call(contract.changeStudio, {
      params,
      body: { ...changed, created: 1 } as never,
    }),
    403,
    'field.protected',
  )
  await expectProblem(
    a.people.guest.call(contract.changeStudio, { params, body: { name: 'Mine' } }),
    403,
    'permission.required',
  )
  const unknown = await expectProblem(
    a.people.studio.call(contract.changeStudio, {
      params,
      body: { settings: { colour: 'red' } } as never,
    }),
    400,
    'body.unknown-field',
  )
  assert.deepEqual(
    unknown.errors.map((error) => error.pointer),
    ['/settings/colour'],
  )
})

test('keeps a studio that has records', async (t) => {
  const { admin, a } = await loadFixtures(t)
  await expectProblem(
    admin.call(contract.removeStudio, { params: { id: a.studio._id } }),
    409,
    'record.in-use',
  )
  const empty = await admin.call(contract.createStudio, { body: { name: 'Empty' } })
  assert.deepEqual(await admin.call(contract.removeStudio, { params: { id: empty._id } }), {
    _id: empty._id,
    removed: true,
  })
  await expectProblem(admin.call(contract.getStudio, { params: { id: empty._id } }), 404)
})

test('follows the conventions of every record', async (t) => {
  const fixtures = await loadFixtures(t)
  await checkRecordConventions(
    fixtures,
    fixtures.a.people.studio,
    `/studios/${fixtures.a.studio._id}`,
    {
      name: 'Renamed',
      settings: { watermark: true },
    },
  )
})

test('returns 404 for another studio, by id and by slug', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { studio } = a.people
  for (const id of [b.studio._id, b.studio.slug]) {
    await expectSameProblem(
      studio.call(contract.getStudio, { params: { id } }),
      studio.call(contract.getStudio, { params: { id: 'f'.repeat(24) } }),
      404,
    )
    await expectSameProblem(
      studio.call(contract.changeStudio, { params: { id }, body: { name: 'x' } }),
      studio.call(contract.changeStudio, { params: { id: 'none' }, body: { name: 'x' } }),
      404,
    )
  }
})

test('lets only an admin create and remove studios', async (t) => {
  const { a } = await loadFixtures(t)
  for (const person of Object.values(a.people)) {
    await expectProblem(
      person.call(contract.createStudio, { body: { name: 'Mine' } }),
      403,
      'permission.required',
    )
    await expectProblem(
      person.call(contract.removeStudio, { params: { id: a.studio._id } }),
      403,
      'permission.required',
    )
  }
})

test('lists studios by name in pages', async (t) => {
  const { admin } = await loadFixtures(t)
  for (const name of ['Zulu', 'Alpha', 'Mike'])
    await admin.call(contract.createStudio, { body: { name } })
  const page = async (first: number, last: number) =>
    (await admin.call(contract.listStudios, { range: { first, last } })).items.map(
      (studio) => studio.name,
    )
  assert.deepEqual(
    [...(await page(0, 1)), ...(await page(2, 9))],
    ['Alpha', 'Mike', 'Studio a', 'Studio b', 'Zulu'],
  )
  assert.deepEqual(await admin.call(contract.listStudios, { range: { first: 50, last: 59 } }), {
    items: [],
    total: 5,
  })
})

test('finds a studio by its new slug after a change', async (t) => {
  const { admin, a } = await loadFixtures(t)
  const params = { id: a.studio._id }
  await expectProblem(
    admin.call(contract.changeStudio, { params, body: { slug: 'studio-b' } }),
    409,
    'slug.exists',
  )
  assert.equal(
    (
      await admin.call(contract.changeStudio, {
        params: { id: a.studio.slug },
        body: { slug: 'renamed' },
      })
    ).slug,
    'renamed',
  )
  assert.equal(
    (await admin.call(contract.getStudio, { params: { id: 'renamed' } }))._id,
    a.studio._id,
  )
  await expectProblem(admin.call(contract.getStudio, { params: { id: a.studio.slug } }), 404)
  for (const slug of ['Has Space', 'f'.repeat(24), ''])
    await expectProblem(
      admin.call(contract.changeStudio, { params, body: { slug } }),
      422,
      'body.invalid',
    )
})

test('validates hours, prices and languages in the settings', async (t) => {
  const { a } = await loadFixtures(t)
  const put = (settings: object) =>
    a.people.studio.call(contract.changeStudio, {
      params: { id: a.studio._id },
      body: { settings },
    })
  const card = { perMinute: '40', perUse: '25.5', languages: { deu: '1.25' } }
  assert.deepEqual((await put({ rateCard: card })).settings.rateCard, card)
  for (const settings of [
    { leadTimeHours: -1 },
    { leadTimeHours: 1.5 },
    { leadTimeHours: '24' },
    { watermark: 'no' },
    { rateCard: { ...card, perUse: '-1' } },
    { rateCard: { ...card, perUse: '1e3' } },
    { rateCard: { ...card, languages: { German: '1' } } },
    { rateCard: { perUse: '1' } },
  ]) {
    await expectProblem(put(settings), 422, 'body.invalid')
  }
  assert.deepEqual(
    (await a.people.studio.call(contract.getStudio, { params: { id: a.studio._id } })).settings
      .rateCard,
    card,
  )
})

test('validates working hours and holidays', async (t) => {
  const { a, admin } = await loadFixtures(t)
  const put = (settings: object) =>
    a.people.studio.call(contract.changeStudio, {
      params: { id: a.studio._id },
      body: { settings },
    })
  assert.deepEqual(
    [a.studio.settings.workingHours, a.studio.settings.holidays],
    [{ opens: '09:00', closes: '18:00' }, []],
  )
  const settings = {
    workingHours: { opens: '10:30', closes: '24:00' },
    holidays: ['2028-02-29', '2026-12-25'],
  }
  assert.partialDeepStrictEqual((await put(settings)).settings, settings)
  for (const closes of ['10:30', '09:00', '25:00', '18.00', '9:00'])
    await expectProblem(put({ workingHours: { opens: '10:30', closes } }), 422, 'body.invalid')
  for (const holidays of [
    ['2026-02-29'],
    ['2026-13-01'],
    ['25.12.2026'],
    ['2026-12-25', '2026-12-25'],
    'never',
  ])
    await expectProblem(put({ holidays }), 422, 'body.invalid')
  await expectProblem(
    admin.call(contract.createStudio, {
      body: { name: 'Other', settings: { holidays: ['2026-04-31'] } },
    }),
    422,
    'body.invalid',
  )
  const { errors } = await expectProblem(
    put({
      workingHours: { opens: '12:00', closes: '11:00' },
      holidays: ['2026-12-25', '2026-00-00'],
    }),
    422,
  )
  assert.deepEqual(
    errors.map(({ pointer }) => pointer),
    ['/settings/workingHours/closes', '/settings/holidays/1'],
  )
  assert.partialDeepStrictEqual(
    (await a.people.studio.call(contract.getStudio, { params: { id: a.studio._id } })).settings,
    settings,
  )
})

test('requires a known subtitle profile and allows single limits', async (t) => {
  const { a } = await loadFixtures(t)
  const put = (settings: object) =>
    a.people.studio.call(contract.changeStudio, {
      params: { id: a.studio._id },
      body: { settings },
    })
  assert.equal(a.studio.settings.subtitleProfile, 'standard')
  const { settings } = await put({
    subtitleProfile: 'bbc',
    subtitleLimits: { wordsPerMinute: 170, charactersPerLine: 38 },
  })
  assert.deepEqual(
    [settings.subtitleProfile, settings.subtitleLimits],
    ['bbc', { wordsPerMinute: 170, charactersPerLine: 38 }],
  )
  const unknown = await expectProblem(put({ subtitleProfile: 'nettflix' }), 422, 'body.invalid')
  assert.deepEqual(
    unknown.errors.map(({ pointer }) => pointer),
    ['/settings/subtitleProfile'],
  )
  for (const name of ['standard', 'netflix', 'bbc', 'ebu', 'marketing'])
    assert.match(unknown.errors[0]!.message, new RegExp(`\\b${name}\\b`))
  for (const limits of [
    { charactersPerLine: 0 },
    { lines: 1.5 },
    { minDuration: '833' },
    { maxDuration: 1 },
    { minGap: -1 },
    { charactersPerSecond: 1e9 },
    { wordsPerMinute: null },
  ])
    await expectProblem(put({ subtitleLimits: limits }), 422, 'body.invalid')
  await expectProblem(put({ subtitleLimits: { colour: 3 } }), 400, 'body.unknown-field')
  assert.deepEqual(
    (await put({ subtitleLimits: {} })).settings.subtitleLimits,
    {},
    'and removes them again',
  )
})

test('limits the length of a name', async (t) => {
  const { admin } = await loadFixtures(t)
  for (const name of ['', 'x'.repeat(301), 5, null, ['x']])
    await expectProblem(
      admin.call(contract.createStudio, { body: { name } as never }),
      422,
      'body.invalid',
    )
  for (const name of ["'; drop table studio; --", '<script>', '{{7*7}}', '${x}', '👩‍🎬 مرحبا'])
    assert.equal((await admin.call(contract.createStudio, { body: { name } })).name, name)
})

test('requires a visible file as logo, removes it with null, and hides it under embargo', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b } = fixtures
  const { studio, guest, vendor } = a.people
  const params = { id: a.studio._id }
  const [logo, foreignLogo] = [
    await uploadFile(studio, a, 'logo.png'),
    await uploadFile(b.people.studio, b),
  ]
  const put = (body: object) => studio.call(contract.changeStudio, { params, body })
  await expectSameProblem(put({ logo: foreignLogo._id }), put({ logo: 'f'.repeat(24) }), 422)
  assert.equal((await put({ logo: logo._id })).logo, logo._id)
  assert.equal((await vendor.call(contract.getStudio, { params })).logo, logo._id)
  assert.equal((await put({ name: 'Other' })).logo, logo._id)
  await studio.call(files.changeFile, {
    params: { id: logo._id },
    body: { embargo: { event: false, end: Math.floor(Date.now() / 1000) + 3600 } },
  })
  assert.equal((await vendor.call(contract.getStudio, { params })).logo, null)
  assert.equal((await guest.call(contract.getStudio, { params })).logo, null)
  assert.equal((await put({ logo: null })).logo, null)
})
