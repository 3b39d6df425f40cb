// Open threads are carried to the next version, but readers who cannot see the version they were
// started at do not see them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { listEvents } from '../events/contract.ts'
import { listNotifications } from '../notifications/contract.ts'
import { createRequestAt } from '../../test/work-requests.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { PAL, uploadVersion, commentsOn } from '../../test/review-fixtures.ts'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'

test('shows an unresolved thread at the next version', async (t) => {
  const fixtures = await loadFixtures(t)
  const { territory, vendor } = fixtures.a.people
  const request = await createRequestAt(fixtures.a, 'in-progress')
  const first = await uploadVersion(fixtures, request)
  const [open, done] = [
    await commentsOn(first).create(territory, { text: 'open', frame: 30 }),
    await commentsOn(first).create(territory, { text: 'done', frame: 40 }),
  ]
  await commentsOn(first).create(vendor, { text: 'in the next one', replyTo: open._id })
  await commentsOn(first).change(vendor, done._id, { resolved: true })
  const second = await uploadVersion(fixtures, request, { ...PAL, timecode: '01:00:00:00' })
  assert.deepEqual(await commentsOn(second).texts(territory), ['open', 'in the next one'])
  const carried = await commentsOn(second).read(territory, open._id)
  assert.deepEqual(
    [
      carried.offline,
      carried.version,
      carried.carriedFrom,
      carried.frame,
      carried.timecode,
      carried.beyond,
    ],
    [second._id, 1, first._id, 30, '01:00:01:05', false],
  )
  assert.deepEqual(
    [open.carriedFrom, (await commentsOn(first).read(territory, open._id)).timecode],
    [null, '10:00:01:05'],
  )
  await expectProblem(commentsOn(second).read(territory, done._id), 404)
  await commentsOn(second).create(territory, { text: 'still there', replyTo: open._id })
  assert.deepEqual(
    (await commentsOn(first).list(vendor)).map(({ text, version }) => [text, version]),
    [
      ['open', 1],
      ['in the next one', 1],
      ['still there', 2],
      ['done', 1],
    ],
    'the thread is the same at every version',
  )
})

test('resolves a thread at all versions and hides it at later ones', async (t) => {
  const fixtures = await loadFixtures(t)
  const { territory, vendor } = fixtures.a.people
  const request = await createRequestAt(fixtures.a, 'in-progress')
  const [first, second] = [
    await uploadVersion(fixtures, request),
    await uploadVersion(fixtures, request),
  ]
  const { _id: id } = await commentsOn(first).create(territory, { text: 'x', frame: 1 })
  await commentsOn(second).change(vendor, id, { resolved: true })
  assert.deepEqual(
    await Promise.all(
      [first, second].map(
        async (offline) => (await commentsOn(offline).read(territory, id)).resolved?.by._id,
      ),
    ),
    [vendor._id, vendor._id],
  )
  const third = await uploadVersion(fixtures, request)
  assert.deepEqual(
    [await commentsOn(third).texts(territory), await commentsOn(second).texts(territory)],
    [[], ['x']],
  )
  await expectProblem(
    commentsOn(third).create(territory, { text: 'y', replyTo: id }),
    422,
    'reference.not-found',
  )
  await commentsOn(first).change(territory, id, { resolved: false })
  assert.equal((await commentsOn(third).read(territory, id)).carriedFrom, first._id)
})

test('keeps the time of a comment in a shorter version or at another frame rate', async (t) => {
  const fixtures = await loadFixtures(t)
  const { territory } = fixtures.a.people
  const request = await createRequestAt(fixtures.a, 'in-progress')
  const { _id: id } = await commentsOn(await uploadVersion(fixtures, request)).create(territory, {
    text: 'x',
    frame: 1000,
  })
  const [short, fast] = [
    await uploadVersion(fixtures, request, { ...PAL, duration: 30 }),
    await uploadVersion(fixtures, request, { frameRate: '50/1', duration: 60, timecode: null }),
  ]
  const [late, twice] = [
    await commentsOn(short).read(territory, id),
    await commentsOn(fast).read(territory, id),
  ]
  assert.deepEqual([late.frame, late.beyond, late.timecode], [1000, true, '10:00:40:00'])
  assert.deepEqual(
    [twice.frame, twice.beyond, twice.timecode, twice.startTime],
    [2000, false, '00:00:40:00', '00:00:40,000'],
  )
  assert.equal(
    (await commentsOn(short).change(territory, id, { ...late, text: 'y' })).text,
    'y',
    'an unchanged record is accepted',
  )
  await expectProblem(
    commentsOn(fast).change(territory, id, { frame: 5 }),
    409,
    'comment.from-earlier-version',
  )
})

test('shows every open thread at the newest version in any order of actions', async (t) => {
  const fixtures = await loadFixtures(t)
  const { territory, vendor, studio } = fixtures.a.people
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('upload', 'comment', 'comment', 'resolve', 'reopen'), {
        minLength: 4,
        maxLength: 8,
      }),
      async (actions) => {
        const request = await createRequestAt(fixtures.a, 'in-progress')
        const first = await uploadVersion(fixtures, request)
        const [a, b] = [
          await commentsOn(first).create(territory, { text: 'a', frame: 1 }),
          await commentsOn(first).create(territory, { text: 'b', frame: 2 }),
        ]
        const comments: string[] = [a._id, b._id]
        // Concurrently: each call waits for the lock on the request.
        await Promise.all(
          actions.map(async (action, index) => {
            if (action === 'upload') await uploadVersion(fixtures, request)
            else if (action === 'comment')
              comments.push(
                (
                  await commentsOn(first).create(index % 2 ? vendor : studio, {
                    text: 'c',
                    frame: index,
                  })
                )._id,
              )
            else await commentsOn(first).change(vendor, a._id, { resolved: action === 'resolve' })
          }),
        )
        const newest = await uploadVersion(fixtures, request)
        const { resolved } = await commentsOn(first).read(territory, a._id)
        assert.deepEqual(
          (await commentsOn(newest).list(territory)).map(({ _id }) => _id).toSorted(),
          comments.filter((id) => !(resolved && id === a._id)).toSorted(),
        )
        assert.equal((await commentsOn(first).list(territory)).length, comments.length)
      },
    ),
    { numRuns: 4, endOnFailure: true },
  )
})

const hold = ({ db }: Fixtures, file: string, held: boolean) =>
  sql`
    update file set embargo_end = ${held ? sql`now() + interval '1 hour'` : null}
    where id = ${file}`.execute(db)

test('does not carry comments on an embargoed version to readers who cannot see it', async (t) => {
  const fixtures = await loadFixtures(t)
  const { territory, vendor, studio } = fixtures.a.people
  const request = await createRequestAt(fixtures.a, 'in-progress')
  const [first, second] = [
    await uploadVersion(fixtures, request),
    await uploadVersion(fixtures, request),
  ]
  const { _id: id } = await commentsOn(first).create(territory, { text: 'of the first', frame: 1 })
  await commentsOn(second).create(studio, { text: 'an answer', replyTo: id })
  await commentsOn(second).create(vendor, { text: 'of the second', frame: 2 })
  await hold(fixtures, first.file, true)
  assert.deepEqual(
    [await commentsOn(second).texts(vendor), await commentsOn(second).texts(studio)],
    [['of the second'], ['of the first', 'an answer', 'of the second']],
  )
  await expectSameProblem(
    commentsOn(second).read(vendor, id),
    commentsOn(second).read(vendor, 'f'.repeat(24)),
    404,
  )
  await expectSameProblem(
    commentsOn(first).list(vendor),
    commentsOn({ _id: 'f'.repeat(24) }).list(vendor),
    404,
  )
  await expectSameProblem(
    commentsOn(second).create(vendor, { text: 'x', replyTo: id }),
    commentsOn(second).create(vendor, { text: 'x', replyTo: 'f'.repeat(24) }),
    422,
  )
  await hold(fixtures, first.file, false)
  assert.equal((await commentsOn(second).texts(vendor)).length, 3)
})

test('hides a reply on an embargoed version everywhere', async (t) => {
  const fixtures = await loadFixtures(t)
  const { territory, vendor, studio } = fixtures.a.people
  const request = await createRequestAt(fixtures.a, 'in-progress')
  const [first, second] = [
    await uploadVersion(fixtures, request),
    await uploadVersion(fixtures, request),
  ]
  await hold(fixtures, second.file, true)
  const { _id: id } = await commentsOn(first).create(territory, { text: 'x', frame: 1 })
  const before = await commentsOn(first).list(territory)
  await fixtures.runJobs()
  const eventCounts = async () => [
    (await vendor.call(listEvents, { query: { type: 'ofc' } })).total,
    (await vendor.call(listNotifications, { query: { type: 'ofc' } })).total,
  ]
  const known = await eventCounts()
  const { _id: hidden } = await commentsOn(second).create(studio, { text: 'a secret', replyTo: id })
  await fixtures.runJobs()
  assert.deepEqual([await commentsOn(first).list(territory), await eventCounts()], [before, known])
  assert.equal(
    (await commentsOn(first).change(territory, id, { text: 'y' })).text,
    'y',
    'the author does not see the reply',
  )
  await commentsOn(first).remove(territory, id)
  assert.deepEqual(
    [await commentsOn(first).texts(territory), await commentsOn(first).texts(studio)],
    [[], ['', 'a secret']],
  )
  await hold(fixtures, second.file, false)
  assert.equal((await commentsOn(first).read(vendor, hidden)).replyTo, id)
})
