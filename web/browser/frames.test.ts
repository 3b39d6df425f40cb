// Frame N of a film is frame N in the player, in each rendition and after each switch between them.
// The films carry their frame number as a row of black and white boxes, which is read from the
// picture.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { files } from '@reelay/api/contract'
import type { Page, Route } from 'playwright-core'
import { film } from '../../api/src/media/test-media.fixture.ts'
import { parseFrameRate } from '../src/features/player/timecode.ts'
import { startTestApp, type BrowserTestApp } from './test-app.ts'

const WIDTH = 640
const HEIGHT = 368
const BITS = 10
const BOX = WIDTH / BITS
const SECONDS = 9

type NumberedFilm = { rate: string; gop: number; bf: number }
const FILMS: NumberedFilm[] = [
  { rate: '24000/1001', gop: 48, bf: 3 },
  { rate: '24', gop: 48, bf: 0 },
  { rate: '25', gop: 37, bf: 3 },
  { rate: '30000/1001', gop: 61, bf: 2 },
  { rate: '50', gop: 100, bf: 2 },
  { rate: '60000/1001', gop: 120, bf: 2 },
]

test('shows frame N as frame N', { timeout: 600_000 }, async (t) => {
  const app = await startTestApp(t)
  if (!app) return
  for (const numbered of FILMS) {
    const { rate, gop, bf } = numbered
    await t.test(`${rate} fps, ${gop} frames between key frames, ${bf} B-frames`, async () => {
      const { slug } = await uploadFilm(t, app, numbered)
      const page = await app.open(`/assets/${slug}`)
      const used = await mixVariants(page)
      const frames = framesToVisit(Math.round(parseFrameRate(rate)))
      const shown: number[] = []
      for (const frame of frames) {
        await goTo(page, frame, rate)
        shown.push(await readFrame(page))
      }
      assert.deepEqual(shown, frames)
      assert.deepEqual([...used].toSorted(), ['360p', '720p', 'source'])
      await page.context().close()
    })
  }
})

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

async function uploadFilm(t: TestContext, app: BrowserTestApp, { rate, gop, bf }: NumberedFilm) {
  const path = await film(t, {
    name: 'numbered.mp4',
    format: 'mp4',
    picture: numberedPicture(rate),
    sound: `sine=f=440:b=2:r=48000:d=${SECONDS},aformat=channel_layouts=stereo`,
    picks: { gop, videoOptions: { sc_threshold: 0, bf } },
  })
  const asset = await app.newAsset(`Film ${rate} ${gop}`)
  const { _id: id } = await app.call(files.registerFile, {
    body: { name: 'numbered.mp4', asset: asset._id },
  })
  await app.call(files.receiveContent, { params: { id }, body: await readFile(path) })
  for (;;) {
    const { media } = await app.call(files.getFile, { params: { id } })
    if (media?.status === 'ready') return asset
    await sleep(200)
  }
}

/** A white box is a 1. The first box is the lowest bit. */
function numberedPicture(rate: string): string {
  const boxes = Array.from({ length: BITS }, (_, bit) => {
    const isOne = `gte(mod(n,${2 ** (bit + 1)}),${2 ** bit})`
    return `drawbox=x=${bit * BOX}:y=0:w=${BOX}:h=${BOX}:color=white:t=fill:enable='${isOne}'`
  })
  return [`color=black:s=${WIDTH}x${HEIGHT}:r=${rate}:d=${SECONDS}`, ...boxes].join(',')
}

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

async function goTo(page: Page, frame: number, rate: string) {
  const base = Math.round(parseFrameRate(rate))
  const two = (value: number) => String(value).padStart(2, '0')
  // The first minute of a drop-frame timecode drops no number.
  const separator = /^(30|60)000\/1001$/.test(rate) ? ';' : ':'
  const timecode = `00:00:${two(Math.floor(frame / base))}${separator}${two(frame % base)}`
  await page.getByTestId('timecode').click()
  await page.getByRole('textbox', { name: 'Timecode' }).fill(timecode)
  await page.keyboard.press('Enter')
  await page.getByTestId('timecode').getByText(timecode, { exact: true }).waitFor()
  const end = Date.now() + 30_000
  while (!(await isShown(page))) {
    if (Date.now() > end) throw new Error(`No picture at ${timecode} within 30 seconds`)
    await sleep(50)
  }
}

const isShown = (page: Page) =>
  page
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.readyState > 1 && !video.seeking)

const readFrame = (page: Page) =>
  page.locator('video').evaluate(
    (video: HTMLVideoElement, [bits, width, y]) => {
      const canvas = new OffscreenCanvas(width, 1)
      const context = canvas.getContext('2d')!
      // The renditions have different sizes.
      const scale = video.videoWidth / width
      context.drawImage(video, 0, y * scale, video.videoWidth, 1, 0, 0, width, 1)
      const { data } = context.getImageData(0, 0, width, 1)
      const isWhite = (bit: number) => data[Math.round((bit + 0.5) * (width / bits)) * 4]! > 128
      return Array.from({ length: bits }, (_, bit) => (isWhite(bit) ? 2 ** bit : 0)).reduce(
        (sum, value) => sum + value,
      )
    },
    [BITS, WIDTH, BOX / 2] as const,
  )
