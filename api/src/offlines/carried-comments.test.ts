// What was said of a version is not lost when the next one comes, and is not seen by who may not
// see what it was said of.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { listEvents } from '../events/contract.ts'
import { listNotifications } from '../notifications/contract.ts'
import { createRequestAt } from '../../test/work-requests.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { PAL, uploadVersion, commentsOn } from '../../test/review-fixtures.ts'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'

test('a comment that is not resolved when the next version comes is shown there too, with its answers', async (t) => {
  const house = await loadFixtures(t)
  const { territory, vendor } = house.a.people
  const request = await createRequestAt(house.a, 'in-progress')
  const first = await uploadVersion(house, request)
  const [open, done] = [
    await commentsOn(first).say(territory, { text: 'open', frame: 30 }),
    await commentsOn(first).say(territory, { text: 'done', frame: 40 }),
  ]
  await commentsOn(first).say(vendor, { text: 'in the next one', replyTo: open._id })
  await commentsOn(first).change(vendor, done._id, { resolved: true })
  const second = await uploadVersion(house, request, { ...PAL, timecode: '01:00:00:00' })
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
  await commentsOn(second).say(territory, { text: 'still there', replyTo: open._id })
  assert.deepEqual(
    (await commentsOn(first).list(vendor)).map(({ text, version }) => [text, version]),
    [
      ['open', 1],
      ['in the next one', 1],
      ['still there', 2],
      ['done', 1],
    ],
    'it is one thread, wherever it is read',
  )
})

test('resolved at one version it is resolved at all of them, and later ones do not show it; opened again, they do', async (t) => {
  const house = await loadFixtures(t)
  const { territory, vendor } = house.a.people
  const request = await createRequestAt(house.a, 'in-progress')
  const [first, second] = [await uploadVersion(house, request), await uploadVersion(house, request)]
  const { _id: id } = await commentsOn(first).say(territory, { text: 'x', frame: 1 })
  await commentsOn(second).change(vendor, id, { resolved: true })
  assert.deepEqual(
    await Promise.all(
      [first, second].map(
        async (offline) => (await commentsOn(offline).read(territory, id)).resolved?.by._id,
      ),
    ),
    [vendor._id, vendor._id],
  )
  const third = await uploadVersion(house, request)
  assert.deepEqual(
    [await commentsOn(third).texts(territory), await commentsOn(second).texts(territory)],
    [[], ['x']],
  )
  await expectProblem(
    commentsOn(third).say(territory, { text: 'y', replyTo: id }),
    422,
    'reference.unknown',
  )
  await commentsOn(first).change(territory, id, { resolved: false })
  assert.equal((await commentsOn(third).read(territory, id)).carriedFrom, first._id)
})

test('in a shorter version, or at another rate, it keeps its moment, and says when that is beyond the end', async (t) => {
  const house = await loadFixtures(t)
  const { territory } = house.a.people
  const request = await createRequestAt(house.a, 'in-progress')
  const { _id: id } = await commentsOn(await uploadVersion(house, request)).say(territory, {
    text: 'x',
    frame: 1000,
  })
  const [short, fast] = [
    await uploadVersion(house, request, { ...PAL, duration: 30 }),
    await uploadVersion(house, request, { frameRate: '50/1', duration: 60, timecode: null }),
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
    'what was read of it can be sent back',
  )
  await expectProblem(commentsOn(fast).change(territory, id, { frame: 5 }), 409, 'comment.carried')
})

test('whatever is said and resolved while versions come in between, every open word is shown at the newest', async (t) => {
  const house = await loadFixtures(t)
  const { territory, vendor, studio } = house.a.people
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('bring', 'say', 'say', 'resolve', 'reopen'), {
        minLength: 4,
        maxLength: 8,
      }),
      async (deeds) => {
        const request = await createRequestAt(house.a, 'in-progress')
        const first = await uploadVersion(house, request)
        const [a, b] = [
          await commentsOn(first).say(territory, { text: 'a', frame: 1 }),
          await commentsOn(first).say(territory, { text: 'b', frame: 2 }),
        ]
        const said: string[] = [a._id, b._id]
        // All at once: each waits for the request, in whatever order they come.
        await Promise.all(
          deeds.map(async (deed, index) => {
            if (deed === 'bring') await uploadVersion(house, request)
            else if (deed === 'say')
              said.push(
                (
                  await commentsOn(first).say(index % 2 ? vendor : studio, {
                    text: 'c',
                    frame: index,
                  })
                )._id,
              )
            else await commentsOn(first).change(vendor, a._id, { resolved: deed === 'resolve' })
          }),
        )
        const newest = await uploadVersion(house, request)
        const { resolved } = await commentsOn(first).read(territory, a._id)
        assert.deepEqual(
          (await commentsOn(newest).list(territory)).map(({ _id }) => _id).toSorted(),
          said.filter((id) => !(resolved && id === a._id)).toSorted(),
        )
        assert.equal((await commentsOn(first).list(territory)).length, said.length)
      },
    ),
    { numRuns: 4, endOnFailure: true },
  )
})

const hold = ({ db }: Fixtures, file: string, held: boolean) =>
  sql`update file set embargo_end = ${held ? sql`now() + interval '1 hour'` : null} where id = ${file}`.execute(
    db,
  )

test('what was said of a version that is held back is not carried to one that is not, for who sees only that', async (t) => {
  const house = await loadFixtures(t)
  const { territory, vendor, studio } = house.a.people
  const request = await createRequestAt(house.a, 'in-progress')
  const [first, second] = [await uploadVersion(house, request), await uploadVersion(house, request)]
  const { _id: id } = await commentsOn(first).say(territory, { text: 'of the first', frame: 1 })
  await commentsOn(second).say(studio, { text: 'an answer', replyTo: id })
  await commentsOn(second).say(vendor, { text: 'of the second', frame: 2 })
  await hold(house, first.file, true)
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
    commentsOn(second).say(vendor, { text: 'x', replyTo: id }),
    commentsOn(second).say(vendor, { text: 'x', replyTo: 'f'.repeat(24) }),
    422,
  )
  await hold(house, first.file, false)
  assert.equal((await commentsOn(second).texts(vendor)).length, 3)
})

test('an answer given at a version that is held back is not there for who sees only its thread: not to be read, heard of, or run into', async (t) => {
  const house = await loadFixtures(t)
  const { territory, vendor, studio } = house.a.people
  const request = await createRequestAt(house.a, 'in-progress')
  const [first, second] = [await uploadVersion(house, request), await uploadVersion(house, request)]
  await hold(house, second.file, true)
  const { _id: id } = await commentsOn(first).say(territory, { text: 'x', frame: 1 })
  const before = await commentsOn(first).list(territory)
  await house.runJobs()
  const heard = async () => [
    (await vendor.call(listEvents, { query: { type: 'ofc' } })).total,
    (await vendor.call(listNotifications, { query: { type: 'ofc' } })).total,
  ]
  const known = await heard()
  const { _id: hidden } = await commentsOn(second).say(studio, { text: 'a secret', replyTo: id })
  await house.runJobs()
  assert.deepEqual([await commentsOn(first).list(territory), await heard()], [before, known])
  assert.equal(
    (await commentsOn(first).change(territory, id, { text: 'y' })).text,
    'y',
    'to its author it is not answered',
  )
  await commentsOn(first).remove(territory, id)
  assert.deepEqual(
    [await commentsOn(first).texts(territory), await commentsOn(first).texts(studio)],
    [[], ['', 'a secret']],
  )
  await hold(house, second.file, false)
  assert.equal((await commentsOn(first).read(vendor, hidden)).replyTo, id)
})
