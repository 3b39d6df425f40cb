// A signed URL works exactly while the file behind it is visible, however often that changes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as assets from '../assets/contract.ts'
import * as downloads from '../downloads/contract.ts'
import * as files from '../files/contract.ts'
import * as offlines from '../offlines/contract.ts'
import * as previews from '../previews/contract.ts'
import { film } from '../../test/clips.ts'
import { rawRequest } from '../../test/raw-request.ts'
import {
  LIFTED,
  isEmbargoed,
  setEmbargo,
  loadEmbargoFixtures,
  type EmbargoFixtures,
  type EmbargoState,
} from '../../test/embargo-fixtures.ts'
import { urlsIn, playbackUrls, fetchMedia } from '../../test/playback.ts'
import type { TestUser } from '../../test/fixtures.ts'

const FAR_FUTURE = 4_000_000_000
const LONG_AGO = 1_000_000_000

/** A change to the embargo through the API, and the expected state afterwards. */
type Change = {
  run: (fixtures: EmbargoFixtures) => Promise<unknown>
  expected: (state: EmbargoState) => EmbargoState
}
const setFileEmbargo =
  (body: { event?: boolean; end?: number | null }): Change['run'] =>
  ({ a, file }) =>
    a.people.studio.call(files.changeFile, { params: { id: file }, body: { embargo: body } })
const setPhase =
  (to: string): Change['run'] =>
  ({ admin, a }) =>
    admin.call(assets.changeAsset, {
      params: { id: a.asset._id },
      body: { workflow: { phase: to }, reason: 'recut' },
    })
const CHANGES: Record<string, Change> = {
  'until a date': {
    run: setFileEmbargo({ end: FAR_FUTURE }),
    expected: (state) => ({ ...state, end: 'future' }),
  },
  'until a past date': {
    run: setFileEmbargo({ end: LONG_AGO }),
    expected: (state) => ({ ...state, end: 'past' }),
  },
  'without a date': {
    run: setFileEmbargo({ end: null }),
    expected: (state) => ({ ...state, end: null }),
  },
  'until the asset is final': {
    run: setFileEmbargo({ event: true }),
    expected: (state) => ({ ...state, event: true }),
  },
  'regardless of the phase': {
    run: setFileEmbargo({ event: false }),
    expected: (state) => ({ ...state, event: false }),
  },
  'the asset becomes final': {
    run: setPhase('FINAL'),
    expected: (state) => ({ ...state, terminal: true }),
  },
  'the asset is reopened': {
    run: setPhase('WIP'),
    expected: (state) => ({ ...state, terminal: false }),
  },
}

test('blocks existing URLs as soon as an embargo starts and allows them as soon as it ends', async (t) => {
  const fixtures = await loadEmbargoFixtures(t, await film({ seconds: 3, width: 320, height: 240 }))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('territory' as const, 'translator' as const),
      fc.array(fc.constantFrom(...Object.keys(CHANGES)), { minLength: 3, maxLength: 6 }),
      async (role, changes) => {
        let state: EmbargoState = LIFTED
        await setEmbargo(fixtures, state)
        const links = await linksFor(fixtures, fixtures.a.people[role])
        assert.ok(links.length >= 15)
        for (const change of changes) {
          await CHANGES[change]!.run(fixtures)
          state = CHANGES[change]!.expected(state)
          const statuses = await Promise.all(
            links.map(
              async ({ url, resumed }) =>
                (
                  await rawRequest(
                    fixtures,
                    url,
                    resumed ? { headers: { range: 'bytes=100-' } } : {},
                  )
                ).statusCode,
            ),
          )
          assert.deepEqual(
            statuses,
            links.map(({ resumed }) => (isEmbargoed(state) ? 404 : resumed ? 206 : 200)),
            `${role}, after: ${change}`,
          )
        }
      },
    ),
    { numRuns: 6 },
  )
})

type Link = { url: string; resumed?: true }

/**
 * URLs of the preview and the offline: playlists, segments, poster, storyboard, storyboard images
 * and waveform. Also URLs to download the file, from the start and from an offset.
 */
async function linksFor(fixtures: EmbargoFixtures, by: TestUser): Promise<Link[]> {
  const videos = [
    await by.call(previews.getPreview, { params: { id: fixtures.previews[0]! } }),
    await by.call(offlines.getOffline, { params: { id: fixtures.offline } }),
  ]
  const playback = await Promise.all(
    videos.map(async ({ path, poster, storyboard, peaks }) =>
      (await playbackUrls(fixtures, path)).concat(
        poster!,
        storyboard!,
        peaks!,
        urlsIn((await fetchMedia(fixtures, storyboard!, /^text\/vtt/)).body)[0]!.split('#')[0]!,
      ),
    ),
  )
  const bytes =
    by._id === fixtures.a.people.territory._id
      ? (await by.call(downloads.startDownloads, { body: { files: [fixtures.file] } })).flatMap(
          ({ url }): Link[] => [{ url }, { url, resumed: true }],
        )
      : []
  return [...playback.flat().map((url) => ({ url })), ...bytes]
}
