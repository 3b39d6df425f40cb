// A film with its script, for the tests that take a version from the order to the delivery.
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { files, previews, scripts } from '@reelay/api/contract'
import { createMediaEngine } from '../../api/src/media/engine.ts'
import type { BrowserTestApp } from './test-app.ts'

/** Each line with its translation. */
export const LINES = [
  ['Who taught you to fly?', 'Wer hat dich das gelehrt?'],
  ['The wind did.', 'Der Wind war es.'],
] as const

/** Creates a preview and the script of its dialogue. */
export async function createScript(app: BrowserTestApp, asset: string) {
  const file = await uploadClip(app, asset, 'trailer.mp4')
  await app.call(previews.createPreview, { body: { asset, file } })
  const { _id: id } = await app.call(scripts.createScript, {
    body: { asset, part: 'dialogue', language: 'eng' },
  })
  await app.call(scripts.scriptLines.put, {
    params: { id },
    body: LINES.map(([text], index) => ({
      number: index + 1,
      startTime: `00:00:0${index * 2},200`,
      stopTime: `00:00:0${index * 2 + 1},900`,
      text,
    })),
  })
}

async function uploadClip(app: BrowserTestApp, asset: string, name: string): Promise<string> {
  const path = await createClip(app, name)
  const { _id: id } = await app.call(files.registerFile, { body: { name, asset } })
  await app.call(files.receiveContent, { params: { id }, body: await readFile(path) })
  await waitUntil(async () => (await app.call(files.getFile, { params: { id } })).verified)
  return id
}

export async function createClip(
  { folder: root }: BrowserTestApp,
  name: string,
  size = { width: 320, height: 180 },
): Promise<string> {
  const folder = join(root, name)
  await mkdir(folder)
  await createMediaEngine({ allowUnsandboxed: true }).run(
    {
      do: 'demo-clip',
      clip: {
        kind: 'clip',
        name: 'film.mp4',
        seconds: 4,
        ...size,
        frameRate: '25/1',
        title: name,
        scenes: 1,
        sound: 'speech-like',
      },
    },
    { folder },
  )
  return join(folder, 'film.mp4')
}

export async function waitUntil(holds: () => Promise<boolean>) {
  for (let attempt = 0; !(await holds()); attempt++) {
    if (attempt > 200) throw new Error('Timed out after a minute')
    await sleep(300)
  }
}
