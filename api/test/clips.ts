// Films and images for tests, rendered by the media engine, so that none has to be committed.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMediaEngine } from '../src/media/engine.ts'
import type { DemoClip } from '../src/media/types.ts'
import * as files from '../src/files/contract.ts'
import type { TestUser, StudioFixtures } from './fixtures.ts'

type Film = Extract<DemoClip, { kind: 'clip' }>

/** A short, small film with two scenes and test tones. */
export const film = (more: Partial<Film> = {}): Promise<Buffer> =>
  draw({
    kind: 'clip',
    name: 'film.mp4',
    seconds: 6,
    width: 640,
    height: 480,
    frameRate: '25/1',
    title: 'A test',
    scenes: 2,
    sound: 'tones',
    ...more,
  })

export const still = (width: number, height: number): Promise<Buffer> =>
  draw({ kind: 'still', name: 'still.png', width, height, title: 'A test' })

async function draw(clip: DemoClip): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-clip-'))
  try {
    const { name } = await createMediaEngine({ allowUnsandboxed: true }).run(
      { do: 'demo-clip', clip },
      { folder },
    )
    return await readFile(join(folder, name))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Uploads these bytes as a file, without processing it. */
export async function uploadBytes(
  person: TestUser,
  side: StudioFixtures,
  bytes: Uint8Array,
  name = 'film.mp4',
): Promise<files.File> {
  const { _id } = await person.call(files.registerFile, { body: { name, asset: side.asset._id } })
  return person.call(files.receiveContent, { params: { id: _id }, body: bytes })
}
