// Films for the tests. Each kind is rendered once per run: the service copies the renditions of a
// file with the same bytes, so only its first upload is processed.
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { files, previews } from '@reelay/api/contract'
import type { Call } from '@reelay/client'
import { film } from '../../api/test/clips.ts'
import type { Clip } from '../../media/src/render-clip.fixture.ts'

/** Two seconds, small, with sound. */
const SHORT: Clip = {
  name: 'film.mp4',
  seconds: 2,
  width: 320,
  height: 180,
  frameRate: '25/1',
  title: 'THE SALT ROAD',
  scenes: 1,
  sound: 'speech-like',
}

/** The path of a film with these properties. */
export const renderClip = (more: Partial<Clip> = {}): Promise<string> => {
  const clip = { ...SHORT, ...more }
  return renderOnce(JSON.stringify(clip), async (folder) => {
    const path = join(folder, clip.name)
    await writeFile(path, await film(clip))
    return path
  })
}

/** Two workers may render the same film; the second one replaces the first one. */
export async function renderOnce(
  description: string,
  render: (folder: string) => Promise<string>,
): Promise<string> {
  const root = process.env.BROWSER_FOLDER!
  const digest = createHash('sha256').update(description).digest('hex').slice(0, 16)
  const path = join(root, `clip-${digest}.mp4`)
  if (!existsSync(path)) await rename(await render(await mkdtemp(join(root, 'render-'))), path)
  return path
}

/** Uploads these bytes, or a file, and waits until the service has verified them. */
export async function uploadFile(
  call: Call,
  asset: string,
  name: string,
  content: string | Uint8Array,
): Promise<string> {
  const { _id: id } = await call(files.registerFile, { body: { name, asset } })
  const body = typeof content === 'string' ? await readFile(content) : content
  await call(files.receiveContent, { params: { id }, body })
  await expect
    .poll(async () => (await call(files.getFile, { params: { id } })).verified, `${name} verified`)
    .toBe(true)
  return id
}

/** Waits for everything that the page of an asset shows, not for the smaller renditions. */
export async function waitForPreview(call: Call, asset: string): Promise<previews.Preview> {
  let preview: previews.Preview | undefined
  const isComplete = async () => {
    preview = (await call(previews.listPreviews, { query: { asset } })).items[0]
    return Boolean(preview?.poster && preview.storyboard && preview.peaks)
  }
  await expect.poll(isComplete, { message: 'preview', timeout: 120_000 }).toBe(true)
  return preview!
}
