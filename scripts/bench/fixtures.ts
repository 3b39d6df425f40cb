// The people of a studio with clients, further people, and an active work request.
import { randomBytes } from 'node:crypto'
import { createClient } from '@reelay/client'
import { previews, translations, workrequests, type lines } from '@reelay/api/contract'
import { digestSecret } from '../../api/src/kernel/http/auth/secret.ts'
import { DEFAULT_PREFERENCES } from '../../api/src/users/rules/user.ts'
import { runOn } from '../../api/test/standby.ts'
import { newOrder, uploadFile } from '../../api/test/orders.ts'
import type { StudioFixtures } from '../../api/test/fixtures.ts'
import type { TestIdentity, TestUser } from '../../api/test/test-app.ts'
import { tokenAuth } from '../../api/test/raw-http.ts'
import type { SeededStudios } from '../tools/database.ts'

export const authorizationOf = (person: TestIdentity) => tokenAuth(person).authorization

export const connect = (address: string, identity: TestIdentity): TestUser => ({
  ...identity,
  ...createClient({ baseUrl: `${address}/api`, credential: identity, retry: false }),
})

/** Studio A, whose people call the service. */
export function connectPeople(address: string, { a }: SeededStudios): StudioFixtures {
  const people = Object.entries(a.people).map(([role, person]) => [role, connect(address, person)])
  return { ...a, people: Object.fromEntries(people) as StudioFixtures['people'] }
}

export const benchOrder = (side: StudioFixtures): workrequests.NewWorkRequest =>
  newOrder(side, {
    instructions:
      'Bitte die Titeltafel am Anfang nachbauen; der Sprecher nennt den Starttermin im letzten Satz.',
    dng: { dialogue: ['Subtitled'], graphics: ['Dedicated', 'Subtitled'], narration: ['Dubbed'] },
    tags: ['de-sub', 'cinema'],
    uses: {
      items: ['Broadcast', 'Online'],
      details: {
        Broadcast: [{ value: '1080i50', ship: true }],
        Online: [{ value: '1080p', ship: false }],
      },
    },
  })

/** In progress, with a preview, a material, lines in both translations and a delivered file. */
export async function createActiveRequest(side: StudioFixtures): Promise<workrequests.WorkRequest> {
  const { territory, vendor } = side.people
  const request = await territory.call(workrequests.createWorkRequest, {
    body: { ...benchOrder(side), status: 'submitted' },
  })
  const change = (body: workrequests.WorkRequestChange) =>
    vendor.call(workrequests.changeWorkRequest, { params: { id: request._id }, body })
  const upload = async (name: string) =>
    (await uploadFile(vendor, side, name, `Content of ${name}`))._id
  await writeLines(side, request.translation, 8)
  await writeLines(side, request.graphicsTranslation, 4)
  const film = await upload('trailer_v1.mp4')
  await vendor.call(previews.createPreview, {
    body: { asset: side.asset._id, file: film, label: 'v1' },
  })
  const graphics = [await upload('titles_deu.mov')]
  await change({
    materials: [{ name: 'Graphics', complete: true, approved: false, files: graphics }],
  })
  await change({ status: 'in-progress', reason: 'The subtitles follow while the picture is cut.' })
  return change({ files: [{ name: 'Online', files: [await upload('trailer_deu_1080p.mp4')] }] })
}

async function writeLines({ people }: StudioFixtures, { _id: id }: { _id: string }, count: number) {
  const body = { translator: people.translator._id }
  await people.vendor.call(translations.changeTranslation, { params: { id }, body })
  await people.translator.call(translations.translationLines.put, {
    params: { id },
    body: benchLines(count),
  })
}

/** At most twenty. */
export const benchLines = (count: number): lines.NewLine[] =>
  Array.from({ length: count }, (_none, index) => ({
    number: index + 1,
    text: `Wer zeichnet <i>die Karte</i>? (${index + 1})`,
    startTime: `00:00:${String(index * 3).padStart(2, '0')},120`,
    stopTime: `00:00:${String(index * 3 + 2).padStart(2, '0')},480`,
  }))

/** Inserts a person for each role, with a token, because signing in thousands would take minutes. */
export async function createPeople(
  url: string,
  studio: string,
  roles: readonly string[],
): Promise<TestIdentity[]> {
  const people = roles.map((role) => ({
    _id: randomBytes(12).toString('hex'),
    email: `${role}-${randomBytes(6).toString('hex')}@example.com`,
    token: randomBytes(32).toString('base64url'),
    role,
  }))
  const given = people.map((person) => ({ ...person, digest: digestSecret(person.token) }))
  await runOn(url, PEOPLE, [studio, JSON.stringify(DEFAULT_PREFERENCES), JSON.stringify(given)])
  await runOn(url, 'analyze person, membership, token, group_person')
  return people
}

const PEOPLE = `
  with given as (
    select * from jsonb_to_recordset($3) as given (_id text, email text, role text, digest text)),
  people as (
    insert into person (id, email, name, invited, approved, registered, confirmed, preferences)
    select _id, email, email, true, true, true, true, $2::jsonb from given returning id),
  members as (
    insert into membership (person_id, studio_id, roles)
    select _id, $1, array[role] from given),
  grouped as (
    insert into group_person (person_id, group_id)
    select _id, gs.group_id from given, group_studio gs
    where gs.studio_id = $1 and role = 'vendor')
  insert into token (person_id, digest) select _id, digest from given`

/** Somebody who works for nobody and is invited to review single requests. */
export async function createInvited(
  url: string,
  { studio }: StudioFixtures,
): Promise<TestIdentity> {
  const [person] = await createPeople(url, studio._id, ['guest'])
  await runOn(url, 'update membership set limited = true where person_id = $1', [person!._id])
  return person!
}

export const inviteTo = (url: string, requests: string[], person: TestIdentity) =>
  runOn(url, INVITATIONS, [requests, person._id])

const INVITATIONS = `
  with invitations as (
    insert into request_invitation (
      studio_id, work_request_id, email, role, by_id, person_id, accepted_at)
    select w.studio_id, w.id, p.email, 'reviewer', w.owner_id, p.id, now()
    from work_request w, person p where w.id = any ($1) and p.id = $2
    returning id, studio_id, work_request_id, person_id)
  insert into request_member (person_id, work_request_id, studio_id, role, invitation_id)
  select person_id, work_request_id, studio_id, 'reviewer', id from invitations`
