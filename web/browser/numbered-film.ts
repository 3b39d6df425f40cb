// Films that carry their frame number as a row of black and white boxes, which is read from the
// picture.
import { expect, type Page } from '@playwright/test'
import { files } from '@reelay/api/contract'
import { film } from '../../media/src/test-media.fixture.ts'
import { parseFrameRate } from '../src/features/player/timecode.ts'
import { renderOnce, uploadFile } from './clips.ts'
import type { BrowserApp } from './fixtures.ts'

const WIDTH = 640
const HEIGHT = 368
const BITS = 10
const BOX = WIDTH / BITS
const SECONDS = 9

/** The number of a frame has ten bits. */
export type NumberedFilm = { rate: string; gop: number; bf: number; seconds?: number }

/** Uploads the film as an asset, and waits until all of its renditions are ready. */
export async function uploadNumberedFilm(app: BrowserApp, numbered: NumberedFilm) {
  const asset = await app.newAsset(`Film ${numbered.rate} ${numbered.gop}`)
  const path = await renderOnce(JSON.stringify(numbered), () => render(app, numbered))
  const file = await uploadFile(app.call, asset._id, 'numbered.mp4', path)
  const status = async () => (await app.call(files.getFile, { params: { id: file } })).media?.status
  await expect.poll(status, { message: 'renditions', timeout: 240_000 }).toBe('ready')
  return { ...asset, file }
}

const render = (app: BrowserApp, { rate, gop, bf, seconds = SECONDS }: NumberedFilm) =>
  film(app, {
    name: 'numbered.mp4',
    format: 'mp4',
    picture: numberedPicture(rate, seconds),
    sound: `sine=f=440:b=2:r=48000:d=${seconds},aformat=channel_layouts=stereo`,
    picks: { gop, videoOptions: { sc_threshold: 0, bf } },
  })

/** A white box is a 1. The first box is the lowest bit. */
function numberedPicture(rate: string, seconds: number): string {
  const boxes = Array.from({ length: BITS }, (_, bit) => {
    const isOne = `gte(mod(n,${2 ** (bit + 1)}),${2 ** bit})`
    return `drawbox=x=${bit * BOX}:y=0:w=${BOX}:h=${BOX}:color=white:t=fill:enable='${isOne}'`
  })
  return [`color=black:s=${WIDTH}x${HEIGHT}:r=${rate}:d=${seconds}`, ...boxes].join(',')
}

export async function goTo(page: Page, frame: number, rate: string) {
  const base = Math.round(parseFrameRate(rate))
  const two = (value: number) => String(value).padStart(2, '0')
  // The first minute of a drop-frame timecode drops no number.
  const separator = /^(30|60)000\/1001$/.test(rate) ? ';' : ':'
  const timecode = `00:00:${two(Math.floor(frame / base))}${separator}${two(frame % base)}`
  await page.getByTestId('timecode').click()
  await page.getByRole('textbox', { name: 'Timecode' }).fill(timecode)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('timecode')).toHaveText(timecode)
  await expect.poll(() => isShown(page), `picture at ${timecode}`).toBe(true)
}

const isShown = (page: Page) =>
  page
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.readyState > 1 && !video.seeking)

/** The number in the picture. */
export const readFrame = (page: Page) =>
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
