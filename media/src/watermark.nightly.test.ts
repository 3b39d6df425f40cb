import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Decoder, Demuxer, FilterAPI } from 'node-av/api'
import { fontFilesFor } from '@reelay/fonts/files'
import { findMissingGlyphs } from '@reelay/fonts/glyphs'
import { film, run } from './test-media.fixture.ts'
import type { HlsRendition } from './types.ts'

const EMAIL = 'viewer@example.org'

test('draws the watermark in two places, readable at half the size', async (t) => {
  const greys = await firstFrame(t, ['Ada Lovelace', EMAIL], 'scale=320:180:flags=area')
  const marked = (from: number, to: number) => countMarked(greys.subarray(from * 320, to * 320))
  assert.ok(
    marked(0, 90) > 150 && marked(90, 180) > 150,
    `${marked(0, 90)} and ${marked(90, 180)} pixels`,
  )
})

const NAMES: [script: string, name: string, other: string][] = [
  ['Cyrillic', 'Александр Пушкин', 'Анна Ахматова'],
  ['Arabic', 'يوسف شاهين', 'فاتن حمامة'],
  ['Japanese', '黒澤明', '宮崎駿'],
]
for (const [script, name, other] of NAMES)
  test(`draws names in ${script}`, async (t) => {
    const [first, second] = [await firstFrame(t, [name]), await firstFrame(t, [other])]
    assert.ok(countMarked(first) > 300, 'the name is visible')
    assert.ok(difference(first, second) > 300, 'two names look different')
    const boxes = await firstFrame(t, [UNKNOWN_LETTER.repeat(name.length)])
    assert.ok(difference(first, boxes) > 300, 'a name differs from boxes for missing letters')
  })

/** From a private use area: no font has it. */
const UNKNOWN_LETTER = '\u{F0000}'

test('has fonts for names in other scripts', async () => {
  const names = [
    'Çağrı Łukasz Μελίνα',
    'עמוס גיתאי',
    '봉준호',
    '张艺谋',
    '王家衛',
    'เป็นเอก',
    'सत्यजित',
  ]
  for (const name of names)
    assert.deepEqual(await findMissingGlyphs(name, await fontFilesFor(name)), [], name)
})

test('shrinks a long name to fit', async (t) => {
  const greys = await firstFrame(t, ['W'.repeat(80)])
  assert.ok(countMarked(greys) > 300)
  const edge = Array.from({ length: 360 }, (_, y) => [
    greys[y * 640]!,
    greys[y * 640 + 639]!,
  ]).flat()
  assert.equal(countMarked(Buffer.from(edge)), 0, 'nothing touches the left or right edge')
})

test('draws braces and backslashes of a name as text', async (t) => {
  const plain = await firstFrame(t, ['{\\an5\\fs200}A\\N'])
  assert.ok(difference(plain, await firstFrame(t, ['A'])) > 300)
})

/** The brightness of each pixel of the first frame of a grey film with a watermark. */
async function firstFrame(t: TestContext, lines: string[], filters = 'null'): Promise<Buffer> {
  const path = await film(t, {
    name: 'a.mp4',
    format: 'mp4',
    picture: 'color=0x406080:s=640x360:r=25:d=0.4',
    picks: { gop: 50 },
  })
  const { done, folder } = await run(t, { do: 'watermark', lines, height: 360 }, path)
  await using input = await Demuxer.open(await joinSegments(folder, done), { format: 'mov' })
  using decoder = await Decoder.create(input.video()!)
  using filter = FilterAPI.create(`${filters},format=gray`)
  for await (using packet of input.packets(input.video()!.index))
    for (using frame of await decoder.decodeAll(packet))
      for (using filtered of await filter.processAll(frame)) return filtered.toBuffer()
  throw new Error('The film has no frame')
}

const joinSegments = async (folder: string, { init, segments }: HlsRendition): Promise<Buffer> =>
  Buffer.concat(
    await Promise.all([init, ...segments].map(({ name }) => readFile(join(folder, name)))),
  )

/** Pixels that differ from the background, which is the colour of the first pixel. */
const countMarked = (greys: Uint8Array) =>
  greys.filter((grey) => Math.abs(grey - greys[0]!) > 12).length

const difference = (a: Buffer, b: Buffer) =>
  a.filter((grey, n) => Math.abs(grey - b[n]!) > 12).length
