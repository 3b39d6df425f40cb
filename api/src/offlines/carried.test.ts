// What was said of a version is not lost when the next one comes, and is not seen by who may not
// see what it was said of.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { listEvents } from '../events/contract.ts'
import { listNotifications } from '../notifications/contract.ts'
import { requestAt } from '../../test/lives.ts'
import { refuses, refusesAlike } from '../../test/refuses.ts'
import { PAL, bringVersion, on } from '../../test/reviews.ts'
import { world, type World } from '../../test/world.ts'

test('a comment that is not resolved when the next version comes is shown there too, with its answers', async (t) => {
  const house = await world(t)
  const { territory, vendor } = house.a.people
  const request = await requestAt(house.a, 'in-progress')
  const first = await bringVersion(house, request)
  const [open, done] = [
    await on(first).say(territory, { text: 'open', frame: 30 }),
    await on(first).say(territory, { text: 'done', frame: 40 }),
  ]
  await on(first).say(vendor, { text: 'in the next one', replyTo: open._id })
  await on(first).change(vendor, done._id, { resolved: true })
  const second = await bringVersion(house, request, { ...PAL, timecode: '01:00:00:00' })
  assert.deepEqual(await on(second).texts(territory), ['open', 'in the next one'])
  const carried = await on(second).read(territory, open._id)
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
    [open.carriedFrom, (await on(first).read(territory, open._id)).timecode],
    [null, '10:00:01:05'],
  )
  await refuses(on(second).read(territory, done._id), 404)
  await on(second).say(territory, { text: 'still there', replyTo: open._id })
  assert.deepEqual(
    (await on(first).list(vendor)).map(({ text, version }) => [text, version]),
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
  const house = await world(t)
  const { territory, vendor } = house.a.people
  const request = await requestAt(house.a, 'in-progress')
  const [first, second] = [await bringVersion(house, request), await bringVersion(house, request)]
  const { _id: id } = await on(first).say(territory, { text: 'x', frame: 1 })
  await on(second).change(vendor, id, { resolved: true })
  assert.deepEqual(
    await Promise.all(
      [first, second].map(
        async (offline) => (await on(offline).read(territory, id)).resolved?.by._id,
      ),
    ),
    [vendor._id, vendor._id],
  )
  const third = await bringVersion(house, request)
  assert.deepEqual(
    [await on(third).texts(territory), await on(second).texts(territory)],
    [[], ['x']],
  )
  await refuses(on(third).say(territory, { text: 'y', replyTo: id }), 422, 'reference.unknown')
  await on(first).change(territory, id, { resolved: false })
  assert.equal((await on(third).read(territory, id)).carriedFrom, first._id)
})

test('in a shorter version, or at another rate, it keeps its moment, and says when that is beyond the end', async (t) => {
  const house = await world(t)
  const { territory } = house.a.people
  const request = await requestAt(house.a, 'in-progress')
  const { _id: id } = await on(await bringVersion(house, request)).say(territory, {
    text: 'x',
    frame: 1000,
  })
  const [short, fast] = [
    await bringVersion(house, request, { ...PAL, duration: 30 }),
    await bringVersion(house, request, { frameRate: '50/1', duration: 60, timecode: null }),
  ]
  const [late, twice] = [await on(short).read(territory, id), await on(fast).read(territory, id)]
  assert.deepEqual([late.frame, late.beyond, late.timecode], [1000, true, '10:00:40:00'])
  assert.deepEqual(
    [twice.frame, twice.beyond, twice.timecode, twice.startTime],
    [2000, false, '00:00:40:00', '00:00:40,000'],
  )
  assert.equal(
    (await on(short).change(territory, id, { ...late, text: 'y' })).text,
    'y',
    'what was read of it can be sent back',
  )
  await refuses(on(fast).change(territory, id, { frame: 5 }), 409, 'comment.carried')
})

test('whatever is said and resolved while versions come in between, every open word is shown at the newest', async (t) => {
  const house = await world(t)
  const { territory, vendor, studio } = house.a.people
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('bring', 'say', 'say', 'resolve', 'reopen'), {
        minLength: 4,
        maxLength: 8,
      }),
      async (deeds) => {
        const request = await requestAt(house.a, 'in-progress')
        const first = await bringVersion(house, request)
        const [a, b] = [
          await on(first).say(territory, { text: 'a', frame: 1 }),
          await on(first).say(territory, { text: 'b', frame: 2 }),
        ]
        const said: string[] = [a._id, b._id]
        // All at once: each waits for the request, in whatever order they come.
        await Promise.all(
          deeds.map(async (deed, index) => {
            if (deed === 'bring') await bringVersion(house, request)
            else if (deed === 'say')
              said.push(
                (await on(first).say(index % 2 ? vendor : studio, { text: 'c', frame: index }))._id,
              )
            else await on(first).change(vendor, a._id, { resolved: deed === 'resolve' })
          }),
        )
        const newest = await bringVersion(house, request)
        const { resolved } = await on(first).read(territory, a._id)
        assert.deepEqual(
          (await on(newest).list(territory)).map(({ _id }) => _id).toSorted(),
          said.filter((id) => !(resolved && id === a._id)).toSorted(),
        )
        assert.equal((await on(first).list(territory)).length, said.length)
      },
    ),
    { numRuns: 4, endOnFailure: true },
  )
})

const hold = ({ db }: World, file: string, held: boolean) =>
  sql`update file set embargo_end = ${held ? sql`now() + interval '1 hour'` : null} where id = ${file}`.execute(
    db,
  )

test('what was said of a version that is held back is not carried to one that is not, for who sees only that', async (t) => {
  const house = await world(t)
  const { territory, vendor, studio } = house.a.people
  const request = await requestAt(house.a, 'in-progress')
  const [first, second] = [await bringVersion(house, request), await bringVersion(house, request)]
  const { _id: id } = await on(first).say(territory, { text: 'of the first', frame: 1 })
  await on(second).say(studio, { text: 'an answer', replyTo: id })
  await on(second).say(vendor, { text: 'of the second', frame: 2 })
  await hold(house, first.file, true)
  assert.deepEqual(
    [await on(second).texts(vendor), await on(second).texts(studio)],
    [['of the second'], ['of the first', 'an answer', 'of the second']],
  )
  await refusesAlike(on(second).read(vendor, id), on(second).read(vendor, 'f'.repeat(24)), 404)
  await refusesAlike(on(first).list(vendor), on({ _id: 'f'.repeat(24) }).list(vendor), 404)
  await refusesAlike(
    on(second).say(vendor, { text: 'x', replyTo: id }),
    on(second).say(vendor, { text: 'x', replyTo: 'f'.repeat(24) }),
    422,
  )
  await hold(house, first.file, false)
  assert.equal((await on(second).texts(vendor)).length, 3)
})

test('an answer given at a version that is held back is not there for who sees only its thread: not to be read, heard of, or run into', async (t) => {
  const house = await world(t)
  const { territory, vendor, studio } = house.a.people
  const request = await requestAt(house.a, 'in-progress')
  const [first, second] = [await bringVersion(house, request), await bringVersion(house, request)]
  await hold(house, second.file, true)
  const { _id: id } = await on(first).say(territory, { text: 'x', frame: 1 })
  const before = await on(first).list(territory)
  await house.runJobs()
  const heard = async () => [
    (await vendor.call(listEvents, { query: { type: 'ofc' } })).total,
    (await vendor.call(listNotifications, { query: { type: 'ofc' } })).total,
  ]
  const known = await heard()
  const { _id: hidden } = await on(second).say(studio, { text: 'a secret', replyTo: id })
  await house.runJobs()
  assert.deepEqual([await on(first).list(territory), await heard()], [before, known])
  assert.equal(
    (await on(first).change(territory, id, { text: 'y' })).text,
    'y',
    'to its author it is not answered',
  )
  await on(first).remove(territory, id)
  assert.deepEqual(
    [await on(first).texts(territory), await on(first).texts(studio)],
    [[], ['', 'a secret']],
  )
  await hold(house, second.file, false)
  assert.equal((await on(first).read(vendor, hidden)).replyTo, id)
})
