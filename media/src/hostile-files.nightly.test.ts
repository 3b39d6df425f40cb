// Malicious and damaged files. Each must end soon with a clear message or a clean failure, and must
// not open another file or a connection.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { MediaError } from './engine.ts'
import { engine, film, folderFor, run } from './test-media.fixture.ts'
import type { MediaTask } from './task.ts'

async function file(t: TestContext, name: string, bytes: Buffer | string): Promise<string> {
  const path = join(await folderFor(t), name)
  await writeFile(path, bytes)
  return path
}

/** A server that counts the connections a file makes. */
async function canary(t: TestContext): Promise<{ url: string; calls: () => number }> {
  let calls = 0
  const server = createServer((socket) => {
    calls++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.ts`,
    calls: () => calls,
  }
}

const playlist = (url: string) =>
  `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXTINF:10,\n${url}\n#EXT-X-ENDLIST\n`
const SVG =
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="file:///etc/passwd"/></svg>'

const SCRIPTS: [name: string, content: (url: string) => string | Buffer, code: string][] = [
  ['an HLS playlist named .mp4', playlist, 'media.unknown-format'],
  [
    'a DASH manifest',
    (url) => `<MPD><Period><BaseURL>${url}</BaseURL></Period></MPD>`,
    'media.unknown-format',
  ],
  [
    'an ffconcat script',
    (url) => `ffconcat version 1.0\nfile /etc/passwd\nfile ${url}\n`,
    'media.unknown-format',
  ],
  [
    'an SDP',
    () => 'v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n',
    'media.unknown-format',
  ],
  ['an SVG', () => SVG, 'media.unknown-format'],
  ['a PDF', () => '%PDF-1.7\n1 0 obj', 'media.unknown-format'],
  ['text named .mp4', () => 'Dear editor, here is the film.', 'media.unknown-format'],
  [
    'a ZIP named .mov',
    () => Buffer.from('PK\x03\x04\x14\0\0\0\x08\0'.padEnd(200, 'x'), 'latin1'),
    'media.unknown-format',
  ],
  ['nothing', () => '', 'media.empty'],
  [
    'a playlist behind the head of an MP4',
    (url) =>
      Buffer.concat([
        Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1'),
        Buffer.from(playlist(url)),
      ]),
    'media.truncated',
  ],
]
for (const [name, content, code] of SCRIPTS) {
  test(`${name} is rejected with a sentence and opens no connection`, async (t) => {
    const canaryServer = await canary(t)
    const path = await file(t, 'a.mp4', content(canaryServer.url))
    await assert.rejects(
      run(t, { do: 'probe' }, path),
      (error: Error) =>
        error instanceof MediaError && error.code === code && /^[A-Z].*\.$/.test(error.message),
    )
    assert.equal(canaryServer.calls(), 0)
  })
}

test('does not follow a playlist inside a transport stream, Matroska or MP3', async (t) => {
  const canaryServer = await canary(t)
  const heads = {
    ts: Buffer.concat(
      Array.from({ length: 8 }, () =>
        Buffer.concat([Buffer.from([0x47, 0x1f, 0xff, 0x10]), Buffer.alloc(184)]),
      ),
    ),
    mkv: Buffer.from('1a45dfa3a34286810142f7810142f2810442f381084282886d6174726f736b61', 'hex'),
    mp3: Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'),
  }
  for (const [name, head] of Object.entries(heads)) {
    await assert.rejects(
      run(
        t,
        { do: 'probe' },
        await file(t, `a.${name}`, Buffer.concat([head, Buffer.from(playlist(canaryServer.url))])),
      ),
      { name: 'MediaError', code: 'media.unreadable' },
    )
  }
  assert.equal(canaryServer.calls(), 0)
})

test('ignores a playlist in the subtitles of an AVI', async (t) => {
  const canaryServer = await canary(t)
  const path = await file(t, 'a.avi', aviWithSubtitles(playlist(canaryServer.url)))
  const outcome = await run(t, { do: 'probe' }, path).catch((error: Error) => error)
  if (outcome instanceof Error) assert.ok(outcome instanceof MediaError, String(outcome))
  assert.equal(canaryServer.calls(), 0)
})

test('rejects a 50,000 × 50,000 image by its header', async (t) => {
  const large = (head: string, width: number, height: number) => {
    const bytes = Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(200)])
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return bytes
  }
  for (const [width, height] of [
    [50_000, 50_000],
    [12_000, 12_000],
    [1, 20_000],
  ] as const) {
    const path = await file(t, 'a.png', large('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', width, height))
    await assert.rejects(run(t, { do: 'image', widths: [100] }, path), {
      name: 'MediaError',
      code: 'media.too-large',
      message: new RegExp(`${width} × ${height}`),
    })
  }
  const jpeg = Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffc0000b08ffffffff01011100',
    'hex',
  )
  await assert.rejects(run(t, { do: 'probe' }, await file(t, 'a.jpg', jpeg)), {
    code: 'media.too-large',
  })
})

test('decodes only one of a million GIF frames', async (t) => {
  const head = Buffer.concat([
    Buffer.from('GIF89a\x10\0\x10\0\x80\0\0', 'latin1'),
    Buffer.from([255, 0, 0, 0, 0, 255]),
  ])
  const frame = Buffer.from('2c000000001000100000020e8c8fa9cbed0fa39cb4da8bb33e0500', 'hex')
  const path = await file(
    t,
    'a.gif',
    Buffer.concat([head, Buffer.alloc(1_000_000 * frame.length, frame), Buffer.from([0x3b])]),
  )
  const { done } = await run(t, { do: 'probe' }, path)
  assert.deepEqual(
    [done.kind, done.format, done.video?.width, done.duration],
    ['image', 'gif', 16, null],
  )
  assert.equal((await run(t, { do: 'image', widths: [8] }, path)).done[0]?.width, 8)
})

const whole = (t: TestContext, faststart: boolean) =>
  film(t, {
    name: 'a.mp4',
    format: 'mp4',
    picture: 'testsrc2=s=160x90:r=25:d=3',
    sound: 'sine=d=3',
    options: faststart ? { movflags: '+faststart' } : {},
  }).then((path) => readFile(path))

test('reports a truncated MP4 wherever it is cut', async (t) => {
  for (const faststart of [true, false]) {
    const bytes = await whole(t, faststart)
    for (let part = 1; part < 20; part++) {
      const path = await file(t, 'a.mp4', bytes.subarray(0, Math.floor((bytes.length * part) / 20)))
      await assert.rejects(run(t, { do: 'probe' }, path), {
        name: 'MediaError',
        code: 'media.truncated',
      })
    }
  }
})

test('plays what a truncated Matroska contains', async (t) => {
  const path = await film(t, {
    name: 'a.mkv',
    format: 'matroska',
    picture: 'testsrc2=s=160x90:r=25:d=6',
    picks: { gop: 25 },
  })
  const bytes = await readFile(path)
  const { done } = await run(
    t,
    { do: 'ladder', heights: [720, 360] },
    await file(t, 'b.mkv', bytes.subarray(0, bytes.length / 2)),
  )
  assert.ok(done[0]!.segments.length >= 1)
})

test('finishes an MP4 with flipped bytes with a result or an error', async (t) => {
  const bytes = await whole(t, true)
  const random = seeded(20_261_115)
  const tasks: MediaTask[] = [
    { do: 'probe' },
    { do: 'ladder', heights: [720, 360] },
    { do: 'storyboard' },
    { do: 'sound' },
    { do: 'picture' },
    { do: 'copy' },
  ]
  for (let round = 0; round < 12; round++) {
    const damaged = Buffer.from(bytes)
    // In the first rounds the index is hit, then all of the file.
    const reach = round < 6 ? 3000 : damaged.length
    for (let flips = 0; flips < 1 + round * 3; flips++)
      damaged[32 + Math.floor(random() * (reach - 32))] = Math.floor(random() * 256)
    await ends(t, tasks[round % tasks.length]!, await file(t, 'a.mp4', damaged))
  }
})

test('finishes an MP4 that declares a billion frames', async (t) => {
  const bytes = await whole(t, true)
  for (const count of [1_000_000_000, 170_000_000, 20_000_000]) {
    const lying = Buffer.from(bytes)
    // The first track's table of times, then of sizes: count of samples, and for sizes one size for
    // all.
    lying.writeUInt32BE(count, lying.indexOf('stts') + 12)
    lying.writeUInt32BE(1, lying.indexOf('stsz') + 8)
    lying.writeUInt32BE(count, lying.indexOf('stsz') + 12)
    await ends(t, { do: 'probe' }, await file(t, 'a.mp4', lying))
  }
})

test('rejects an oversized raster before decoding it', async (t) => {
  const bytes = await whole(t, true)
  const entry = bytes.indexOf('avc1', bytes.indexOf('stsd'))
  bytes.writeUInt16BE(16_000, entry + 28)
  bytes.writeUInt16BE(16_000, entry + 30)
  await assert.rejects(run(t, { do: 'probe' }, await file(t, 'a.mp4', bytes)), {
    name: 'MediaError',
    code: 'media.too-large',
  })
})

test('treats a file name that looks like an option as a name', async (t) => {
  const folder = await folderFor(t)
  for (const name of ['-i', 'concat:a|b', 'http:x', '%d.png']) {
    const path = join(folder, name)
    await writeFile(path, 'text')
    await assert.rejects(engine.run({ do: 'probe' }, { input: path, folder: await folderFor(t) }), {
      code: 'media.unknown-format',
    })
  }
})

/** A result, a word on the file, or a clean failure of the child; nothing else, and no waiting. */
async function ends(t: TestContext, task: MediaTask, path: string): Promise<void> {
  const outcome = await run(t, task, path).catch((error: Error) => error)
  if (outcome instanceof Error)
    assert.ok(
      outcome instanceof MediaError || /^The (media )?process /.test(outcome.message),
      String(outcome),
    )
}

/** The same numbers each time, so that a failure can be seen again. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * One MJPEG frame, and a subtitle track whose only packet is a GAB2 attachment with the given text:
 * the trick of 2017.
 */
function aviWithSubtitles(text: string): Buffer {
  const chunk = (id: string, body: Buffer) =>
    Buffer.concat([
      Buffer.from(id, 'latin1'),
      u32(body.length),
      body,
      Buffer.alloc(body.length % 2),
    ])
  const list = (type: string, ...parts: Buffer[]) =>
    chunk('LIST', Buffer.concat([Buffer.from(type, 'latin1'), ...parts]))
  const u32 = (...values: number[]) =>
    Buffer.concat(
      values.map((value) => {
        const bytes = Buffer.alloc(4)
        bytes.writeUInt32LE(value)
        return bytes
      }),
    )
  const stream = (kind: string, handler: string, format: Buffer) =>
    list(
      'strl',
      chunk(
        'strh',
        Buffer.concat([
          Buffer.from(kind + handler, 'latin1'),
          u32(0, 0, 0, 1, 25, 0, 1, 0, 0, 0, 0, 0),
        ]),
      ),
      chunk('strf', format),
    )
  const bitmap = Buffer.concat([
    u32(40, 16, 16),
    Buffer.from([1, 0, 24, 0]),
    Buffer.from('MJPG'),
    u32(768, 0, 0, 0, 0),
  ])
  const gab2 = Buffer.concat([
    Buffer.from('GAB2\0', 'latin1'),
    Buffer.from([2, 0]),
    u32(2),
    Buffer.from('a\0'),
    Buffer.from([4, 0]),
    u32(text.length),
    Buffer.from(text),
  ])
  const headers = list(
    'hdrl',
    chunk('avih', u32(40_000, 0, 0, 0, 1, 0, 2, 0, 16, 16, 0, 0, 0, 0)),
    stream('vids', 'MJPG', bitmap),
    stream('txts', '\0\0\0\0', Buffer.alloc(0)),
  )
  const body = Buffer.concat([
    Buffer.from('AVI '),
    headers,
    list('movi', chunk('01tx', gab2), chunk('00dc', Buffer.from('ffd8ffd9', 'hex'))),
  ])
  return Buffer.concat([Buffer.from('RIFF'), u32(body.length), body])
}
