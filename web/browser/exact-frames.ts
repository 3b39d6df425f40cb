// Frame N of a film is frame N in the player, in each rendition and after each switch between them.
import type { Page, Route } from '@playwright/test'
import { parseFrameRate } from '../src/features/player/timecode.ts'
import { expect, type BrowserApp } from './fixtures.ts'
import { goTo, readFrame, uploadNumberedFilm, type NumberedFilm } from './numbered-film.ts'

export async function expectExactFrames(app: BrowserApp, numbered: NumberedFilm): Promise<void> {
  const { slug } = await uploadNumberedFilm(app, numbered)
  const page = await app.open(`/assets/${slug}`)
  const used = await mixVariants(page)
  const frames = framesToVisit(Math.round(parseFrameRate(numbered.rate)))
  const shown: number[] = []
  for (const frame of frames) {
    await goTo(page, frame, numbered.rate)
    shown.push(await readFrame(page))
  }
  expect(shown).toEqual(frames)
  expect([...used].toSorted()).toEqual(['360p', '720p', 'source'])
}

/** Frames near the edges of segments, in an order that makes the player seek back and forth. */
const framesToVisit = (base: number): number[] => [
  4 * base + 23,
  8 * base + 3,
  0,
  1,
  4 * base - 1,
  4 * base,
  4 * base + 1,
  9 * base - 1,
  6 * base,
  8 * base - 1,
  8 * base,
]

/**
 * Makes the player change the rendition at each segment, as it would on an unsteady network: each
 * segment of the playlist is that of the next rendition. Returns the names of those that were used.
 */
async function mixVariants(page: Page): Promise<Set<string>> {
  const used = new Set<string>()
  page.on('response', (response) => {
    const [, variant] = /\/hls\/([^/?]+)\/\d+/.exec(response.url()) ?? []
    if (variant) used.add(variant)
  })
  await page.route(/\/content\?/, async (route) => {
    const response = await route.fetch()
    const master = await response.text()
    const variants = master.split('\n').filter((line) => line.startsWith('http'))
    await page.route(variants[0]!, async (mixed) => {
      const lists = await Promise.all(variants.map((url) => fetchText(mixed, url)))
      await mixed.fulfill({ contentType: HLS_TYPE, body: mixPlaylists(lists) })
    })
    const [first = ''] = variants
    await route.fulfill({ response, body: master.slice(0, master.indexOf(first) + first.length) })
  })
  return used
}

const HLS_TYPE = 'application/vnd.apple.mpegurl'

const fetchText = async (route: Route, url: string) => (await route.fetch({ url })).text()

function mixPlaylists(lists: string[]): string {
  const parsed = lists.map((text) => ({
    map: /#EXT-X-MAP:.*/.exec(text)![0],
    segments: text.match(/#EXTINF:.*\n.*/g)!,
  }))
  const [head] = lists[0]!.split('#EXT-X-MAP')
  const mixed = parsed[0]!.segments.flatMap((_, index) => {
    const { map, segments } = parsed[index % parsed.length]!
    return [map, segments[index]!]
  })
  return `${[head!.trim(), ...mixed, '#EXT-X-ENDLIST'].join('\n')}\n`
}
