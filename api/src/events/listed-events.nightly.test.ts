// Listed events and notifications equal single ones, for every reader after every change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { changesOf, fillLists } from '../access/long-lists.fixture.ts'
import * as notifications from '../notifications/contract.ts'
import * as events from './contract.ts'

const LAST = 499

/** Each turn compares other events, because there are many. */
async function assertEvents(readers: TestUser[], what: string, turn: number): Promise<void> {
  for (const reader of readers) {
    const listed = await reader.call(events.listEvents, { range: { first: 0, last: LAST } })
    const notified = await reader.call(notifications.listNotifications, {
      range: { first: 0, last: LAST },
    })
    for (const item of everyNth(listed.items, turn))
      assert.deepEqual(
        item,
        await reader.call(events.getEvent, { params: { id: item._id } }),
        `an event of ${reader.email} ${what}`,
      )
    for (const item of everyNth(notified.items, turn))
      assert.deepEqual(
        item,
        await reader.call(notifications.getNotification, { params: { id: item._id } }),
        `a notification of ${reader.email} ${what}`,
      )
  }
}

const everyNth = <T>(items: T[], turn: number): T[] =>
  items.filter((_item, index) => index % 23 === turn % 23)

test('listed events equal single events for every reader after every change', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, admin, db } = fixtures
  await fillLists(fixtures)
  const readers = [...Object.values(a.people), b.people.territory, admin]
  for (const [turn, [what, change]] of changesOf(fixtures).entries()) {
    await change.execute(db)
    await assertEvents(readers, what, turn)
  }
})
