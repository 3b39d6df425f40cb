// Two writers at the same time: whatever the order of their statements, every reader sees afterwards what
// the plain computation says, and no total counts a row that the reader does not see.
import { test } from 'node:test'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { interleave } from '../../test/held-statements.ts'
import { createRequestAt, readRequest, uploadOffline } from '../../test/work-requests.ts'
import { createComment } from '../comments/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import { changeTranslation } from '../translations/contract.ts'
import * as workrequests from '../workrequests/contract.ts'
import { OTHER } from './long-lists.fixture.ts'
import { assertLists } from './plain-lists.fixture.ts'

/** The guest becomes a person of a competing vendor. */
async function addOtherVendor({ a, db }: Fixtures): Promise<void> {
  const { _id: person } = a.people.guest
  await sql`
    insert into people_group (id, name, type)
    values (${OTHER}, 'Other vendor', 'v')`.execute(db)
  await sql`
    insert into group_studio (group_id, studio_id)
    values (${OTHER}, ${a.studio._id})`.execute(db)
  await sql`insert into group_person (group_id, person_id) values (${OTHER}, ${person})`.execute(db)
  await sql`update membership set roles = ${['vendor']} where person_id = ${person}`.execute(db)
}

type Write = (fixtures: Fixtures, request: string) => Promise<unknown>

const assign: Write = ({ a }, id) =>
  a.people.studio.call(workrequests.assignVendor, { params: { id }, body: { vendor: OTHER } })
const decline: Write = async ({ a }, id) => {
  await a.people.guest.call(workrequests.answerAssignment, {
    params: { id },
    body: { decision: 'declined', reason: 'No time' },
  })
}
const comment: Write = ({ a }, id) =>
  a.people.vendor.call(createComment, { params: { id }, body: { text: 'Where is the script?' } })
const translate =
  (part: 'translation' | 'graphicsTranslation', who: 'translator' | 'vendor'): Write =>
  async ({ a }, id) => {
    const { [part]: translation } = await readRequest(a.people.studio, id)
    await a.people.studio.call(changeTranslation, {
      params: { id: translation._id },
      body: { translator: a.people[who]._id },
    })
  }
const notify: Write = ({ runJobs }) => runJobs()
const upload: Write = ({ a }, id) => uploadOffline(a, id)

const PAIRS: [what: string, first: Write, second: Write, before?: Write][] = [
  ['an assignment and a comment of the vendor before', assign, comment],
  ['a comment and an assignment to another vendor', comment, assign],
  ['an offline and an assignment to another vendor', upload, assign],
  ['notifications of an order and its assignment', notify, assign],
  ['an assignment and notifications of the order', assign, notify],
  ['a refusal and notifications of the assignment', decline, notify, assign],
  [
    'a first and a second translator',
    translate('translation', 'translator'),
    translate('graphicsTranslation', 'vendor'),
  ],
  [
    'a second and a first translator',
    translate('graphicsTranslation', 'vendor'),
    translate('translation', 'translator'),
  ],
]

/** Somebody who was too late is refused, which is a result like another. */
const settled = (write: Write, fixtures: Fixtures, request: string) => () =>
  write(fixtures, request).catch((error: { status?: number }) => {
    if (!error.status || error.status >= 500) throw error
  })

for (const [what, first, second, before] of PAIRS)
  test(`every reader sees the same after ${what}, at every statement`, async (t) => {
    const fixtures = await loadFixtures(t)
    const { a, b, admin, db, runJobs } = fixtures
    await addOtherVendor(fixtures)
    const readers = [...Object.values(a.people), b.people.vendor, admin]
    for (let number = 1, isInside = true; isInside; number++) {
      const request = await createRequestAt(a, 'in-progress')
      await before?.(fixtures, request)
      isInside = await interleave(
        number,
        settled(first, fixtures, request),
        settled(second, fixtures, request),
      )
      await runJobs()
      await assertLists(db, readers, `with statement ${number} held`)
    }
  })
