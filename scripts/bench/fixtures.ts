// The people of a studio with clients, and an active work request of theirs.
import { createClient } from '@reelay/client'
import { previews, translations, workrequests, type lines } from '@reelay/api/contract'
import { newOrder, uploadFile } from '../../api/test/orders.ts'
import type { StudioFixtures } from '../../api/test/fixtures.ts'
import type { TestIdentity, TestUser } from '../../api/test/test-app.ts'
import { tokenAuth } from '../../api/test/raw-http.ts'
import type { SeededStudios } from '../tools/database.ts'

export const authorizationOf = (person: TestIdentity) => tokenAuth(person).authorization

/** Studio A, whose people call the service. */
export function connectPeople(address: string, { a }: SeededStudios): StudioFixtures {
  const connect = (identity: TestIdentity): TestUser => ({
    ...identity,
    ...createClient({ baseUrl: `${address}/api`, credential: identity, retry: false }),
  })
  const people = Object.entries(a.people).map(([role, person]) => [role, connect(person)])
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
    body: Array.from({ length: count }, (_none, index) => line(index)),
  })
}

const line = (index: number): lines.NewLine => ({
  number: index + 1,
  text: `Wer zeichnet <i>die Karte</i>? (${index + 1})`,
  startTime: `00:00:${String(index * 3).padStart(2, '0')},120`,
  stopTime: `00:00:${String(index * 3 + 2).padStart(2, '0')},480`,
})
