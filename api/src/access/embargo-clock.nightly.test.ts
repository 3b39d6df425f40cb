// An embargo ends at one instant for every read path, by the database's clock. The machine's clock
// does not matter.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as assets from '../assets/contract.ts'
import * as downloads from '../downloads/contract.ts'
import * as events from '../events/contract.ts'
import * as files from '../files/contract.ts'
import * as notifications from '../notifications/contract.ts'
import * as offlines from '../offlines/contract.ts'
import * as previews from '../previews/contract.ts'
import * as projects from '../projects/contract.ts'
import * as workrequests from '../workrequests/contract.ts'
import { rawRequest } from '../../test/raw-request.ts'
import {
  LIFTED,
  setEmbargo,
  loadEmbargoFixtures,
  type EmbargoFixtures,
} from '../../test/embargo-fixtures.ts'
import { playbackUrls } from '../../test/playback.ts'
import type { TestUser } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'

const TWO_HOURS = 2 * 3600 * 1000

test("opens every read path at the same instant of the database's clock", async (t) => {
  const fixtures = await loadEmbargoFixtures(t)
  const real = Date.now.bind(Date)
  const wrong = { by: 0 }
  t.mock.method(Date, 'now', () => real() + wrong.by)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('territory' as const, 'vendor' as const),
      fc.constantFrom(-TWO_HOURS, TWO_HOURS),
      fc.integer({ min: 50, max: 400 }),
      async (role, skew, ahead) => {
        wrong.by = skew
        await setEmbargo(fixtures, LIFTED)
        const ways = Object.entries(await waysToRead(fixtures, fixtures.a.people[role]))
        const end = await endIn(fixtures, ahead)
        const shut = new Set(ways.map(([name]) => name))
        while (shut.size) {
          for (const [name, sees] of ways.filter(([way]) => shut.has(way))) {
            const before = await clock(fixtures)
            const seen = await sees()
            const after = await clock(fixtures)
            if (seen) assert.ok(after >= end, `${name} opened ${end - after} s too early`)
            else assert.ok(before < end, `${name} stayed closed ${before - end} s too long`)
            if (seen) shut.delete(name)
          }
        }
        for (const [name, sees] of ways) assert.ok(await sees(), `${name} closed again`)
      },
    ),
    { numRuns: 4 },
  )
})

const clock = async ({ db }: EmbargoFixtures) =>
  (
    await sql<{
      seconds: number
    }>`select extract(epoch from clock_timestamp())::float8 as seconds`.execute(db)
  ).rows[0]!.seconds

async function endIn({ db, file, coming }: EmbargoFixtures, milliseconds: number): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    update file set embargo_end = clock_timestamp() + make_interval(secs => ${milliseconds / 1000})
      where id = ${file} returning extract(epoch from embargo_end)::float8 as seconds`.execute(db)
  await sql`update file set embargo_end = (select embargo_end from file where id = ${file})
    where id = ${coming}`.execute(db)
  return rows[0]!.seconds
}

type Ways = Record<string, () => Promise<boolean>>

/**
 * Each returns whether the file or a rendition of it is visible. The links were created while it
 * was.
 */
async function waysToRead(fixtures: EmbargoFixtures, { call }: TestUser): Promise<Ways> {
  const { a, file, word, request, offline, host } = fixtures
  const preview = fixtures.previews[0]!
  const readable = async (read: Promise<unknown>) =>
    read.then(
      () => true,
      () => false,
    )
  const order = () => call(workrequests.getWorkRequest, { params: { id: request } })
  const thumbnail = async (id: string) =>
    (await call(assets.getAsset, { params: { id } })).thumbnail === file
  const links = await linksOf(fixtures, call)
  return {
    'a list': async () => (await call(files.listFiles)).items.some(({ _id }) => _id === file),
    'a count': async () => (await call(files.listFilesBySlug)).total! > 1,
    'a search': async () => (await call(files.listFiles, { query: { q: word } })).total! > 0,
    'a record': () => readable(call(files.getFile, { params: { id: file } })),
    'a preview': () => readable(call(previews.getPreview, { params: { id: preview } })),
    'an offline': () => readable(call(offlines.getOffline, { params: { id: offline } })),
    'an asset': () => thumbnail(a.asset._id),
    'another asset': () => thumbnail(host),
    'previews of an asset': async () =>
      (await call(assets.listAssets, { query: { q: 'trailer' } })).items[0]!.previews.some(
        ({ _id }) => _id === preview,
      ),
    $embargo: async () => !(await call(assets.getAsset, { params: { id: a.asset._id } })).$embargo,
    'a project': async () =>
      (await call(projects.getProject, { params: { id: a.project._id } })).logo === file,
    'an order': async () => (await order()).audioFile === file,
    'a material': async () =>
      (await order()).materials.some((material) => material.files.includes(file)),
    'the report': async () =>
      (await call(downloads.listDownloads, { query: { q: word } })).total! > 0,
    'an event': async () =>
      (await call(events.listEvents, { query: { type: 'fin,fd' } })).items.some((event) =>
        event.files.includes(file),
      ),
    'a notification': async () =>
      (await call(notifications.listNotifications, { query: { type: 'prv' } })).total! > 0,
    ...Object.fromEntries(
      links.map((link) => [
        link.split('?')[0]!,
        async () => (await rawRequest(fixtures, link)).statusCode === 200,
      ]),
    ),
  }
}

async function linksOf(fixtures: EmbargoFixtures, call: TestUser['call']): Promise<string[]> {
  const [download] = await call(downloads.startDownloads, { body: { files: [fixtures.file] } })
  const films = [
    await call(previews.getPreview, { params: { id: fixtures.previews[0]! } }),
    await call(offlines.getOffline, { params: { id: fixtures.offline } }),
  ]
  const playing = await Promise.all(films.map(({ path }) => playbackUrls(fixtures, path)))
  return [download!.url, ...playing.flat(), ...films.map(({ peaks }) => peaks!)]
}
