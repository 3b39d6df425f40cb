// A studio with one file that can be under embargo, referenced from everywhere a file can be, and
// one file that everybody may see.
import { randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import * as assets from '../src/assets/contract.ts'
import { toneWav } from '../demo/sample-files.ts'
import * as downloads from '../src/downloads/contract.ts'
import * as files from '../src/files/contract.ts'
import { sql } from '../src/kernel/db/sql.ts'
import * as offlines from '../src/offlines/contract.ts'
import * as previews from '../src/previews/contract.ts'
import * as projects from '../src/projects/contract.ts'
import * as studios from '../src/studios/contract.ts'
import * as translations from '../src/translations/contract.ts'
import * as users from '../src/users/contract.ts'
import * as workrequests from '../src/workrequests/contract.ts'
import { uploadBytes } from './clips.ts'
import { changeRequest } from './work-requests.ts'
import { uploadFile, newOrder } from './orders.ts'
import { tokenAuth } from './raw-http.ts'
import { loadFixtures, type TestUser, type Fixtures } from './fixtures.ts'

export const OUTSIDERS = ['territory', 'vendor', 'translator', 'guest'] as const
export const [LANGUAGE, COUNTRY] = ['isl', 'IS']

export type EmbargoFixtures = Awaited<ReturnType<typeof loadEmbargoFixtures>>

export async function loadEmbargoFixtures(t: TestContext, bytes = toneWav(440)) {
  const fixtures = await loadFixtures(t)
  await letOutsidersSeeAsset(fixtures)
  const word = `Kvíx${randomBytes(5).toString('hex')}`
  const { studio, territory, vendor, translator, guest } = fixtures.a.people
  const open = await uploadFile(vendor, fixtures.a, 'open.txt', 'for everybody')
  const film = await uploadBytes(
    vendor,
    fixtures.a,
    Buffer.concat([bytes, padding()]),
    `${word} final.wav`,
  )
  await vendor.call(files.changeFile, {
    params: { id: film._id },
    body: { language: LANGUAGE, country: COUNTRY, tags: [`${word}-tag`] },
  })
  await fixtures.runJobs()
  const request = await territory.call(workrequests.createWorkRequest, {
    body: newOrder(fixtures.a, { audioFile: film._id, status: 'submitted' }),
  })
  await vendor.call(translations.changeTranslation, {
    params: { id: request.translation._id },
    body: { translator: translator._id },
  })
  await studio.call(previews.createPreview, {
    body: { asset: fixtures.a.asset._id, file: film._id },
  })
  await studio.call(previews.createPreview, {
    body: { asset: fixtures.a.asset._id, file: open._id, label: 'Open' },
  })
  const host = await attachEverywhere(fixtures, film._id, request._id)
  const offline = await vendor.call(offlines.createOffline, {
    body: { workRequest: request._id, file: film._id },
  })
  const comment = await territory.call(offlines.createComment, {
    params: { id: offline._id },
    body: { text: `${word} is too loud`, frame: 1 },
  })
  for (const person of [studio, territory, vendor, guest])
    await person.call(downloads.startDownloads, { body: { files: [film._id, open._id] } })
  const { file: coming, upload } = await startUpload(fixtures, vendor, `${word} coming.mov`)
  await fixtures.runJobs()
  const notices = await findNotices(fixtures, [film._id, coming])
  return {
    ...fixtures,
    word,
    file: film._id,
    md5: film.md5!,
    sha256: film.sha256!,
    length: film.length!,
    open: open._id,
    request: request._id,
    translation: request.translation._id,
    previews: await previewsOf(fixtures, film._id),
    offline: offline._id,
    comment: comment._id,
    host,
    coming,
    upload,
    notices,
  }
}

/** A `free` box, which players skip, so that no two films have the same bytes. */
function padding(): Buffer {
  const box = Buffer.concat([Buffer.from('\0\0\0\0free', 'latin1'), randomBytes(401)])
  box.writeUInt32BE(box.length)
  return box
}

const PHASE = { terminal: false, groups: [], transitions: [] }

/** Both phases name the outsiders, so that they see the asset and are notified about it. */
async function letOutsidersSeeAsset({ a, admin }: Fixtures) {
  const named = OUTSIDERS.map((role) => a.people[role]._id)
  const phases = {
    WIP: { ...PHASE, users: named, transitions: ['FINAL'] },
    FINAL: { ...PHASE, users: named, terminal: true },
  }
  await a.people.studio.call(assets.changeAsset, {
    params: { id: a.asset._id },
    body: {
      workflow: {
        definition: { phases, requireGraphicsApproval: true, requireOfflineApproval: true },
      },
    },
  })
  await admin.call(users.changeUser, {
    params: { id: a.people.guest._id },
    body: { permissions: ['file.download'] },
  })
}

/**
 * Makes the file the thumbnail of its own and of another asset, two logos, and a material and a
 * deliverable of a work request. Returns the other asset.
 */
async function attachEverywhere({ a }: Fixtures, file: string, request: string): Promise<string> {
  const { studio, vendor } = a.people
  await studio.call(assets.changeAsset, { params: { id: a.asset._id }, body: { thumbnail: file } })
  const host = await studio.call(assets.createAsset, {
    body: {
      name: 'Out now',
      project: a.project._id,
      type: 'promo',
      thumbnail: file,
      workflow: { phase: 'FINAL' },
    },
  })
  await studio.call(projects.changeProject, { params: { id: a.project._id }, body: { logo: file } })
  await studio.call(studios.changeStudio, { params: { id: a.studio._id }, body: { logo: file } })
  await changeRequest(vendor, request, {
    materials: [{ name: 'Graphics', complete: false, approved: false, files: [file] }],
    files: [{ name: 'Online', files: [file] }],
  })
  return host._id
}

async function startUpload({ app, a }: Fixtures, by: TestUser, name: string) {
  const { _id: file } = await by.call(files.registerFile, { body: { name, asset: a.asset._id } })
  const { headers } = await app.fastify.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: {
      ...tokenAuth(by),
      'tus-resumable': '1.0.0',
      'upload-length': '10',
      'upload-metadata': `file ${btoa(file)}`,
    },
  })
  return { file, upload: String(headers.location).split('/').at(-1)! }
}

/** Previews that were created by request and by the service itself. */
const previewsOf = async ({ db }: Fixtures, file: string) =>
  (
    await sql<{ id: string }>`select id from preview where file_id = ${file} order by id`.execute(
      db,
    )
  ).rows.map(({ id }) => id)

/** The ids of events about only these files, their notifications, and the downloads. */
async function findNotices({ db }: Fixtures, files: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with about as (select id from event where files <> '{}' and files <@ ${files}::text[])
    select id from about
    union all
    select id from notification where event_id in (select id from about)
    union all
    select id from download where file_id = any (${files})`.execute(db)
  return rows.map(({ id }) => id)
}

/** The embargo of the file and the phase of its asset. */
export type EmbargoState = { end: 'past' | 'future' | null; event: boolean; terminal: boolean }

/** The expected rule: until the end date, and with `event` until the asset is in a terminal phase. */
export const isEmbargoed = ({ end, event, terminal }: EmbargoState) =>
  end === 'future' || (event && !terminal)

export const EMBARGOED: EmbargoState = { end: 'future', event: false, terminal: false }
export const LIFTED: EmbargoState = { end: 'past', event: false, terminal: false }

export async function setEmbargo(
  { db, a, file, coming }: EmbargoFixtures,
  { end, event, terminal }: EmbargoState,
): Promise<void> {
  const endsAt = end && sql`now() + ${end === 'past' ? '-1 second' : '1 hour'}::interval`
  await sql`
    update file set embargo_end = ${endsAt}, embargo_event = ${event}
    where id in (${file}, ${coming})`.execute(db)
  await sql`
    update asset set phase = ${terminal ? 'FINAL' : 'WIP'}, terminal = ${terminal}
    where id = ${a.asset._id}`.execute(db)
}
