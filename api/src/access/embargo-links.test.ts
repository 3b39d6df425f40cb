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

const FAR = 4_000_000_000
const LONG_AGO = 1_000_000_000

/** Changes to the embargo through the API, and the expected state afterwards. */
type Deed = {
  does: (fixtures: EmbargoFixtures) => Promise<unknown>
  leaves: (state: EmbargoState) => EmbargoState
}
const embargo =
  (body: { event?: boolean; end?: number | null }): Deed['does'] =>
  ({ a, file }) =>
    a.people.studio.call(files.changeFile, { params: { id: file }, body: { embargo: body } })
const phase =
  (to: string): Deed['does'] =>
  ({ admin, a }) =>
    admin.call(assets.changeAsset, {
      params: { id: a.asset._id },
      body: { workflow: { phase: to }, reason: 'recut' },
    })
const DEEDS: Record<string, Deed> = {
  'until a date': { does: embargo({ end: FAR }), leaves: (state) => ({ ...state, end: 'future' }) },
  'until a past date': {
    does: embargo({ end: LONG_AGO }),
    leaves: (state) => ({ ...state, end: 'past' }),
  },
  'without a date': { does: embargo({ end: null }), leaves: (state) => ({ ...state, end: null }) },
  'until the asset is final': {
    does: embargo({ event: true }),
    leaves: (state) => ({ ...state, event: true }),
  },
  'regardless of the phase': {
    does: embargo({ event: false }),
    leaves: (state) => ({ ...state, event: false }),
  },
  'the asset becomes final': {
    does: phase('FINAL'),
    leaves: (state) => ({ ...state, terminal: true }),
  },
  'the asset is reopened': {
    does: phase('WIP'),
    leaves: (state) => ({ ...state, terminal: false }),
  },
}

test('closes an earlier URL with the first request after an embargo starts and opens it with the first after it ends', async (t) => {
  const fixtures = await loadEmbargoFixtures(t, await film({ seconds: 3, width: 320, height: 240 }))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('territory' as const, 'translator' as const),
      fc.array(fc.constantFrom(...Object.keys(DEEDS)), { minLength: 3, maxLength: 6 }),
      async (role, deeds) => {
        let state: EmbargoState = LIFTED
        await setEmbargo(fixtures, state)
        const links = await linksFor(fixtures, fixtures.a.people[role])
        assert.ok(links.length >= 15)
        for (const deed of deeds) {
          await DEEDS[deed]!.does(fixtures)
          state = DEEDS[deed]!.leaves(state)
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
            `${role}, after: ${deed}`,
          )
        }
      },
    ),
    { numRuns: 6 },
  )
})

type Link = { url: string; resumed?: true }

/**
 * Playlists, segments, poster, storyboard, its images and the waveform, of the preview and the
 * offline; and the bytes, from the start and from an offset.
 */
async function linksFor(fixtures: EmbargoFixtures, by: TestUser): Promise<Link[]> {
  const shown = [
    await by.call(previews.getPreview, { params: { id: fixtures.previews[0]! } }),
    await by.call(offlines.getOffline, { params: { id: fixtures.offline } }),
  ]
  const watched = await Promise.all(
    shown.map(async ({ path, poster, storyboard, peaks }) =>
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
  return [...watched.flat().map((url) => ({ url })), ...bytes]
}
