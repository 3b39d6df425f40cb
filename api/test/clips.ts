// Films and images for tests, generated, so that none has to be committed.
import { readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import * as files from '../src/files/contract.ts'
import type { TestUser, StudioFixtures } from './fixtures.ts'
import { renderClip, type Clip } from '../../media/src/render-clip.fixture.ts'

/** A short, small film with two scenes and test tones. */
export async function film(more: Partial<Clip> = {}): Promise<Buffer> {
  await using stack = new AsyncDisposableStack()
  const path = await renderClip(
    { after: (remove) => stack.defer(remove as () => Promise<void>) },
    {
      name: 'film.mp4',
      seconds: 6,
      width: 640,
      height: 480,
      frameRate: '25/1',
      title: 'A test',
      scenes: 2,
      sound: 'tones',
      ...more,
    },
  )
  return await readFile(path)
}

/** A PNG of a gradient. */
export function still(width: number, height: number): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows.set(
        [40 + (x * 200) / width, 60 + (y * 160) / height, 120],
        y * (width * 3 + 1) + 1 + x * 3,
      )
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
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
