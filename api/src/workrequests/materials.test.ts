import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAsset } from '../assets/contract.ts'
import { listEvents } from '../events/contract.ts'
import { registerFile } from '../files/contract.ts'
import { changeTranslation, translationLines } from '../translations/contract.ts'
import { uploadFile, newOrder } from '../../test/orders.ts'
import { changeRequest, readRequest, createRequestAt } from '../../test/work-requests.ts'
import { uploadMeasured } from '../../test/measured-films.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

const GRAPHICS = { name: 'Graphics', complete: false, approved: false, files: [] as string[] }
const complete = (by: TestUser, id: string, more: Partial<typeof GRAPHICS> = {}) =>
  changeRequest(by, id, { materials: [{ ...GRAPHICS, complete: true, ...more }] })

test('lets workers complete a material and approvers approve it', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory, vendor, service, translator } = a.people
  const id = await createRequestAt(a, 'awaiting-materials')
  await expectProblem(complete(territory, id), 403, 'field.protected')
  await expectProblem(complete(service, id), 403, 'field.protected')
  await expectProblem(complete(translator, id), 404)
  assert.deepEqual((await complete(vendor, id)).materials[0], { ...GRAPHICS, complete: true })
  await expectProblem(complete(vendor, id, { approved: true }), 403, 'field.protected')
  assert.equal((await complete(territory, id, { approved: true })).materials[0]!.approved, true)
  assert.deepEqual(
    (
      await changeRequest(vendor, id, {
        reason: 'the wrong font',
        materials: [{ ...GRAPHICS, approved: true }],
      })
    ).materials[0],
    GRAPHICS,
    'reopening withdraws the approval',
  )
})

test('rejects changes to unordered materials and to subtitles', async (t) => {
  const { a } = await loadFixtures(t)
  const id = await createRequestAt(a, 'awaiting-materials')
  const unknown = await expectProblem(
    changeRequest(a.people.vendor, id, { materials: [{ ...GRAPHICS, name: 'Dubbed' }] }),
    422,
    'material.not-found',
  )
  assert.deepEqual(
    unknown.errors.map(({ pointer }) => pointer),
    ['/materials/0/name'],
  )
  await expectProblem(
    changeRequest(a.people.vendor, id, {
      materials: [{ ...GRAPHICS, name: 'Subtitled', complete: true }],
    }),
    409,
    'material.read-only',
  )
  await expectProblem(
    changeRequest(a.people.vendor, id, { materials: [{ name: 'Graphics' }] as never }),
    422,
    'body.invalid',
  )
})

test('accepts only visible files of the asset and keeps their order', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { vendor, studio } = a.people
  const id = await createRequestAt(a, 'awaiting-materials')
  const files = [
    await uploadFile(vendor, a, 'one', '1'),
    await uploadFile(vendor, a, 'two', '2'),
    await uploadFile(vendor, a, 'three', '3'),
  ].map(({ _id }) => _id)
  for (const order of [files.toReversed(), [files[1]!, files[2]!, files[0]!]])
    assert.deepEqual(
      (await changeRequest(vendor, id, { materials: [{ ...GRAPHICS, files: order }] }))
        .materials[0]!.files,
      order,
    )
  const other = await studio.call(createAsset, {
    body: { name: 'Other', project: a.project._id, type: 'promo' },
  })
  const elsewhere = await studio.call(registerFile, { body: { name: 'x', asset: other._id } })
  await expectProblem(
    changeRequest(vendor, id, { materials: [{ ...GRAPHICS, files: [elsewhere._id] }] }),
    422,
    'file.asset-mismatch',
  )
  const foreign = await expectProblem(
    changeRequest(vendor, id, {
      materials: [{ ...GRAPHICS, files: [files[0]!, (await uploadFile(b.people.vendor, b))._id] }],
    }),
    422,
    'reference.not-found',
  )
  assert.deepEqual(
    foreign.errors.map(({ pointer }) => pointer),
    ['/materials/0/files/1'],
  )
})

test('moves a request automatically when its last material is complete', async (t) => {
  const { a, runJobs } = await loadFixtures(t)
  const { vendor, territory, translator } = a.people
  const { _id: id, translation } = await territory.call(contract.createWorkRequest, {
    body: newOrder(a, {
      dng: { dialogue: ['Subtitled'], graphics: ['OV'], narration: ['Dubbed'] },
      status: 'submitted',
    }),
  })
  await vendor.call(changeTranslation, {
    params: { id: translation._id },
    body: { translator: translator._id },
  })
  await translator.call(translationLines.put, {
    params: { id: translation._id },
    body: [{ number: 1, text: 'a', startTime: '00:00:01,000', stopTime: '00:00:02,000' }],
  })
  assert.equal(
    (
      await changeRequest(vendor, id, {
        materials: [{ ...GRAPHICS, name: 'Dubbed', complete: true }],
      })
    ).status,
    'awaiting-materials',
  )
  await translator.call(changeTranslation, {
    params: { id: translation._id },
    body: { status: 'submitted' },
  })
  await runJobs()
  const moved = await readRequest(vendor, id)
  assert.deepEqual([moved.status, moved.history.at(-1)!.user._id], ['in-progress', translator._id])
})

test('reopens the material of a rejected translation and pauses the work', async (t) => {
  const { a, runJobs } = await loadFixtures(t)
  const { vendor, territory } = a.people
  const { _id: id, translation } = await territory.call(contract.createWorkRequest, {
    body: newOrder(a, {
      dng: { dialogue: ['Subtitled'], graphics: [], narration: [] },
      status: 'submitted',
    }),
  })
  await vendor.call(translationLines.put, {
    params: { id: translation._id },
    body: [{ number: 1, text: 'a', startTime: '00:00:01,000', stopTime: '00:00:02,000' }],
  })
  const move = async (by: TestUser, status: 'submitted' | 'rejected') => {
    await by.call(changeTranslation, {
      params: { id: translation._id },
      body: { status, reason: 'x' },
    })
    await runJobs()
    const { status: now, materials } = await readRequest(vendor, id)
    return [now, materials[0]!.complete]
  }
  assert.deepEqual(await move(vendor, 'submitted'), ['in-progress', true])
  assert.deepEqual(await move(territory, 'rejected'), ['awaiting-materials', false])
})

test('replaces the bundles in the body, keeps the others and stores no file twice', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { vendor, territory } = a.people
  const id = await createRequestAt(a, 'in-progress')
  const [first, second] = [
    (await uploadFile(vendor, a, 'one', '1'))._id,
    (await uploadFile(vendor, a, 'two', '2'))._id,
  ]
  const attach = (by: TestUser, name: string, files: string[]) =>
    changeRequest(by, id, { files: [{ name, files }] })
  await attach(vendor, 'Online', [second, first, second])
  assert.deepEqual((await attach(vendor, 'Extras', [first])).files, [
    { name: 'Extras', files: [first] },
    { name: 'Online', files: [second, first] },
  ])
  assert.deepEqual((await attach(vendor, 'Online', [first])).files, [
    { name: 'Extras', files: [first] },
    { name: 'Online', files: [first] },
  ])
  assert.deepEqual((await attach(vendor, 'Extras', [])).files, [{ name: 'Online', files: [first] }])
  await expectProblem(attach(territory, 'Online', [second]), 403, 'field.protected')
  await expectProblem(
    attach(vendor, 'Online', [(await uploadFile(b.people.vendor, b))._id]),
    422,
    'reference.not-found',
  )
})

test('completes only when each use has a verified file', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { vendor } = a.people
  const id = await createRequestAt(a, 'approved')
  const empty = await vendor.call(registerFile, { body: { name: 'later.mov', asset: a.asset._id } })
  assert.equal(
    (await changeRequest(vendor, id, { files: [{ name: 'Online', files: [empty._id] }] })).status,
    'approved',
  )
  const error = await expectProblem(
    changeRequest(vendor, id, { status: 'complete' }),
    409,
    'work-request.move-not-allowed',
  )
  assert.match(error.message, /Attach a verified file for Online \(the vendor\)/)
  assert.equal(
    (
      await changeRequest(vendor, id, {
        files: [{ name: 'Online', files: [await uploadMeasured(db, vendor, a)] }],
      })
    ).status,
    'complete',
  )
})

test('requires a reason to reopen a material, records it and pauses the work', async (t) => {
  const { a, runJobs } = await loadFixtures(t)
  const { vendor, territory, studio } = a.people
  const { _id: id } = await territory.call(contract.createWorkRequest, {
    body: newOrder(a, {
      dng: { dialogue: ['OV'], graphics: ['Dedicated'], narration: ['OV'] },
      status: 'submitted',
    }),
  })
  await complete(vendor, id)
  assert.equal((await complete(territory, id, { approved: true })).status, 'in-progress')
  for (const reason of [undefined, '  ']) {
    const error = await expectProblem(
      changeRequest(vendor, id, { materials: [GRAPHICS], reason }),
      422,
      'reason.required',
    )
    assert.deepEqual(
      error.errors.map(({ pointer }) => pointer),
      ['/reason'],
    )
  }
  assert.equal((await readRequest(vendor, id)).materials[0]!.complete, true, 'nothing was changed')
  const waiting = await changeRequest(vendor, id, {
    materials: [GRAPHICS],
    reason: 'The title changed.',
  })
  assert.deepEqual(
    [
      waiting.status,
      waiting.reason,
      waiting.history.at(-1)!.reason,
      waiting.history.at(-1)!.status,
    ],
    ['awaiting-materials', 'The title changed.', 'The title changed.', 'awaiting-materials'],
  )
  await runJobs()
  assert.equal((await studio.call(listEvents, { query: { type: 'wam' } })).items.length, 2)
  await complete(vendor, id)
  const again = await changeRequest(vendor, id, { materials: [GRAPHICS], reason: 'Once more.' })
  assert.deepEqual(
    [again.status, again.history.at(-1)!.reason],
    ['awaiting-materials', 'Once more.'],
  )
  await complete(vendor, id)
  assert.equal(
    (await complete(territory, id, { approved: true })).status,
    'in-progress',
    'the service continues once it is complete again',
  )
})

test('pauses the work when a translation is reopened', async (t) => {
  const { a, runJobs } = await loadFixtures(t)
  const { vendor, territory } = a.people
  const { _id: id, translation } = await territory.call(contract.createWorkRequest, {
    body: newOrder(a, {
      dng: { dialogue: ['Subtitled'], graphics: ['OV'], narration: ['OV'] },
      status: 'submitted',
    }),
  })
  const turn = (by: TestUser, status: 'submitted' | 'approved' | 'incomplete', reason?: string) =>
    by.call(changeTranslation, { params: { id: translation._id }, body: { status, reason } })
  await vendor.call(translationLines.put, {
    params: { id: translation._id },
    body: [{ number: 1, text: 'Hallo', startTime: '00:00:01,000', stopTime: '00:00:02,000' }],
  })
  await turn(vendor, 'submitted')
  await turn(territory, 'approved')
  await runJobs()
  assert.equal((await readRequest(vendor, id)).status, 'in-progress')
  await turn(territory, 'incomplete', 'a wrong name')
  await runJobs()
  const waiting = await readRequest(vendor, id)
  assert.deepEqual([waiting.status, waiting.reason], ['awaiting-materials', 'a wrong name'])
  await turn(vendor, 'submitted')
  await runJobs()
  assert.equal((await readRequest(vendor, id)).status, 'in-progress')
})

test('says what to do next and who can do it', async (t) => {
  const { a } = await loadFixtures(t)
  const { vendor } = a.people
  const id = await createRequestAt(a, 'awaiting-materials')
  const error = await expectProblem(
    changeRequest(vendor, id, { status: 'in-progress' }),
    409,
    'work-request.move-not-allowed',
  )
  assert.deepEqual(error.problem.missing, [
    {
      code: 'material',
      step: 'material.attach',
      of: 'Graphics',
      message: 'Upload the files of the material Graphics and mark it as complete',
      who: 'the vendor or the studio',
    },
    {
      code: 'material',
      step: 'material.translate',
      of: 'deu',
      message: 'Submit the translation into deu',
      who: 'the vendor, who must assign a translator',
    },
  ])
  await complete(vendor, id)
  const next = await expectProblem(
    changeRequest(vendor, id, { status: 'in-progress' }),
    409,
    'work-request.move-not-allowed',
  )
  assert.deepEqual((next.problem.missing as { message: string; who: string }[])[0], {
    code: 'material',
    step: 'material.approve',
    of: 'Graphics',
    message: 'Approve the material Graphics',
    who: 'the owner, the territory or the studio',
  })
})
