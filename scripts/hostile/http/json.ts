// Cases 59, 60, 62 to 68 and 71: JSON that parsers and databases stumble over.
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { newOrder } from '../../../api/test/orders.ts'
import type { Installation } from '../tools/installation.ts'
import { memoryOf, times } from '../tools/measure.ts'
import { readAsAdmin } from '../tools/records.ts'
import { expectStatus, send } from '../tools/request.ts'
import { authorizationLine, lines, openSocket, statusesIn } from '../tools/socket.ts'

/** Sends a change of a studio's project and expects that it is refused. */
async function refuse(on: Installation, bodies: (string | Buffer)[], ...statuses: number[]) {
  const path = `projects/${on.a.project._id}`
  const before = await readAsAdmin(on, path)
  const seen = []
  for (const body of bodies) {
    const reply = await send(on, `/api/${path}`, { method: 'PUT', by: on.a.people.studio, body })
    seen.push(expectStatus(reply, ...statuses).status)
  }
  assert.deepEqual(await readAsAdmin(on, path), before)
  return seen.join(', ')
}

export const prototypeKeys = (on: Installation) =>
  refuse(
    on,
    [
      '{"__proto__":{"roles":["admin"]}}',
      '{"constructor":{"prototype":{"roles":["admin"]}}}',
      '{"release":{"__proto__":{"x":1}}}',
      '[{"__proto__":{}}]',
      '{"a":[{"b":[{"__proto__":1}]}]}',
      String.raw`{"\u005f_proto__":{}}`,
    ],
    400,
  )

export const duplicateKeys = (on: Installation) =>
  refuse(
    on,
    [
      '{"name":"a","name":"b"}',
      '{"roles":[],"roles":["admin"]}',
      String.raw`{"name":"a","n\u0061me":"b"}`,
    ],
    400,
  )

export const invalidUtf8 = (on: Installation) =>
  refuse(
    on,
    [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80]].map((bytes) =>
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]),
    ),
    400,
  )

export const loneSurrogates = (on: Installation) =>
  refuse(
    on,
    [
      String.raw`{"name":"\ud800"}`,
      String.raw`{"name":"a\udc00b"}`,
      String.raw`{"\ud800":"x"}`,
      String.raw`{"name":"\udc00\ud800"}`,
    ],
    422,
  )

export async function nulCharacters(on: Installation): Promise<string> {
  const bodies = [String.raw`{"name":"a\u0000"}`, String.raw`{"a\u0000":1}`]
  const seen = await refuse(on, bodies, 422)
  const by = on.a.people.studio
  const paths = ['assets?q=%00', 'assets/a%00b', 'projects/%00', 'files?q=a%00b']
  const statuses = []
  for (const path of paths)
    statuses.push(expectStatus(await send(on, `/api/${path}`, { by }), 400, 404, 422).status)
  return `${seen} in bodies; ${statuses.join(', ')} in URLs`
}

/** Five million brackets are larger than a body may be. */
export const deepNesting = (on: Installation) =>
  refuse(
    on,
    [
      nested(100_000, '[', ']'),
      nested(100_000, '{"a":', '1', '}'),
      '['.repeat(100_000),
      nested(33, '[', ']'),
      '['.repeat(5_000_000),
    ],
    400,
    413,
  )

const nested = (depth: number, open: string, middle: string, close = middle) =>
  open.repeat(depth) + (middle === close ? '' : middle) + close.repeat(depth)

export async function hugeBodies(on: Installation): Promise<string> {
  const by = on.a.people.studio
  const path = `/api/projects/${on.a.project._id}`
  const before = await memoryOf(on.service.pid)
  const large = await sendUntilAnswer(on, { length: 50 * 2 ** 20, chunked: false })
  const chunked = await sendUntilAnswer(on, { length: 2 ** 30, chunked: true })
  for (const { status } of [large, chunked]) assert.equal(status, 413)
  const bomb = gzipSync(Buffer.alloc(100 * 2 ** 20, 0x20))
  for (const encoding of ['gzip', 'deflate', 'br']) {
    const headers = { 'content-encoding': encoding }
    expectStatus(await send(on, path, { method: 'PUT', by, headers, body: bomb }), 415)
  }
  const growth = (await memoryOf(on.service.pid)) - before
  assert.ok(growth < 50, `memory grew by ${growth} MB`)
  const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(0)
  return `413 after ${mib(large.sent)} of 50 and ${mib(chunked.sent)} of 1,024 MiB; compressed 415; ${growth.toFixed(0)} MB more memory`
}

/** Writes the body until the service answers or everything is sent. */
async function sendUntilAnswer(
  on: Installation,
  { length, chunked }: { length: number; chunked: boolean },
): Promise<{ status: number; sent: number }> {
  const socket = await openSocket(on.service.port)
  let reply = ''
  socket.on('data', (bytes) => (reply += bytes.toString('latin1')))
  const closed = new Promise<void>((resolve) => socket.on('close', resolve))
  socket.write(
    lines(
      `PUT /api/projects/${on.a.project._id} HTTP/1.1`,
      'Host: localhost',
      authorizationLine(on.a.people.studio),
      'Content-Type: application/json',
      chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    ),
  )
  const piece = Buffer.alloc(65_536, 0x20)
  const frame = chunked
    ? Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')])
    : piece
  let sent = 0
  while (sent < length && !reply && !socket.destroyed) {
    if (!socket.write(frame))
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
    sent += piece.length
    await new Promise(setImmediate)
  }
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 2000))])
  socket.destroy()
  return { status: statusesIn(reply)[0] ?? 0, sent }
}

const NUMBERS = ['1e400', '9007199254740993', '1.5', '"1"', '-1', 'true', '1e20', '-0.1', 'null1']

export async function hostileNumbers(on: Installation): Promise<string> {
  const bodies = NUMBERS.map((value) => `{"release":{"date":${value},"tz":"Europe/Berlin"}}`)
  return refuse(on, bodies, 400, 422)
}

export async function hostileDates(on: Installation): Promise<string> {
  const dates = [8_640_000_000_000_001, 1e15, -1].map((date) => ({ date, tz: 'Europe/Berlin' }))
  const zones = [
    '../../etc/localtime',
    'x'.repeat(10_240),
    'Mars/X',
    'europe/berlin\n',
    '',
    '+25:00',
  ]
  const dues = [...dates, ...zones.map((tz) => ({ date: 2_000_000_000, tz }))]
  const seen = []
  for (const due of dues) {
    const reply = await send(on, '/api/workrequests', {
      method: 'POST',
      by: on.a.people.territory,
      body: { ...newOrder(on.a), due },
    })
    seen.push(expectStatus(reply, 422).status)
  }
  return `${seen.length} × 422`
}

export async function hugeFields(on: Installation): Promise<string> {
  const post = (body: unknown) =>
    send(on, '/api/workrequests', { method: 'POST', by: on.a.people.territory, body })
  const order = newOrder(on.a)
  const replies = {
    'a million tags': await post({ ...order, tags: times(1e6, () => 'x') }),
    '100,000 tags': await post({ ...order, tags: times(100_000, () => 'x') }),
    '100,000 unknown keys': await post(
      Object.fromEntries(times(100_000, (index) => [`k${index}`, 0])),
    ),
    'a key of a megabyte': await post({ ['k'.repeat(1e6)]: 0 }),
    'a forged length': await post({ ...order, tags: { length: 1e9 } }),
    'a long text': await post({ ...order, instructions: 'x'.repeat(900_000) }),
  }
  for (const reply of Object.values(replies)) {
    expectStatus(reply, 400, 413, 422)
    assert.ok(reply.text.length < 20_000, `${reply.text.length} bytes`)
  }
  return Object.entries(replies)
    .map(([name, { status }]) => `${name} ${status}`)
    .join(', ')
}
