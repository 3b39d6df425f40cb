// The mail preference `shares` decides about mails on openings and decisions of one's shares.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { uploadFile } from '../../test/orders.ts'
import { openLink, shareWithGuest } from '../../test/share-fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import { listNotifications } from '../notifications/contract.ts'
import { changeUser, type Preferences } from '../users/contract.ts'
import { DEFAULT_PREFERENCES } from '../users/rules/user.ts'

async function shareAndOpen(fixtures: Fixtures, guest: string) {
  const { studio } = fixtures.a.people
  const file = await uploadFile(studio, fixtures.a)
  const { code } = await shareWithGuest(
    fixtures,
    studio,
    { kind: 'files', files: [file._id] },
    guest,
  )
  await openLink(fixtures, code)
  await fixtures.runJobs()
}

test('mails the sharer about an opening at once, later or never, as they prefer', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  const { studio } = a.people
  const prefer = (mail: Partial<Preferences['mail']>) =>
    studio.call(changeUser, {
      params: { id: studio._id },
      body: { preferences: { mail: { ...DEFAULT_PREFERENCES.mail, ...mail } } },
    })
  const mails = async () => {
    const { rows } = await sql<{ subject: string }>`
      select subject from mail where to_address = ${studio.email}
      order by created_at, id`.execute(db)
    return rows.map(({ subject }) => subject)
  }
  const quiet: Partial<Preferences['mail']>[] = [
    { enabled: false },
    { shares: -1 },
    { shares: 86_400 },
  ]
  for (const [index, mail] of quiet.entries()) {
    await prefer(mail)
    await shareAndOpen(fixtures, `guest-${index}@outside.example`)
    assert.deepEqual(await mails(), [], JSON.stringify(mail))
  }
  await prefer({ shares: 0, work_requests: -1, assets: -1, projects: -1 })
  await shareAndOpen(fixtures, 'press@outside.example')
  const [subject, ...more] = await mails()
  assert.deepEqual(more, [])
  assert.match(subject!, /press@outside\.example opened a share link/)

  const { items } = await studio.call(listNotifications, { query: { type: 'sho' } })
  assert.equal(items.length, 4, 'each opening is in the notifications')
  await sql`update notification set due_at = now() where due_at is not null`.execute(db)
  for (let round = 0; round < 2; round++) {
    await sql`insert into job (kind, payload) values ('enqueue-digests', '{}')`.execute(db)
    await fixtures.runJobs()
  }
  assert.equal((await mails()).length, 2, 'the digest has the opening that waited')
})
