// npm run stress:uploads [-- --count 100 --size 64]: uploads with cut connections, a killed
// service, flipped bits and full disks. Every confirmed offset is recorded here; after each fault
// the service must still have it.
import { hash, randomBytes, randomInt } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../../api/src/kernel/db/embedded.ts'
import { ADMIN, startService, type TestService } from '../../api/test/service.ts'
import {
  sendRequest,
  createUpload,
  getOffset,
  sendChunk,
  type Connection,
  type TusFault,
} from './faulty-tus-client.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    size: { type: 'string', default: '64' },
    json: { type: 'boolean', default: false },
  },
})
const COUNT = Number(values.count)
const SIZE = Number(values.size) * 1024 * 1024
const CONCURRENCY = 4

const counts = {
  uploads: 0,
  equal: 0,
  confirmed: 0,
  lost: 0,
  cuts: 0,
  kills: 0,
  flips: 0,
  flipsKept: 0,
  full: 0,
  refusals: 0,
  calls: 0,
}
const log = (line: string) => {
  if (!values.json) console.log(line)
}

const home = await mkdtemp(join(tmpdir(), 'reelay-stress-'))
const database = await startEmbedded({ dataDir: join(home, 'database'), log: () => {} })
try {
  const onDisk = COUNT - Math.floor(COUNT / 4)
  log(
    `${onDisk} uploads of ${values.size} MiB, with cut connections, flipped bits, and a service that is killed every few seconds …`,
  )
  await runUploads(join(home, 'disk'), onDisk, killRepeatedly)
  await runOnSmallDisk(COUNT - onDisk)
  const isSuccess =
    counts.uploads === COUNT &&
    counts.equal === COUNT &&
    counts.lost === 0 &&
    counts.flipsKept === 0
  console.log(values.json ? JSON.stringify({ ...counts, proven: isSuccess }) : report())
  process.exitCode = isSuccess ? 0 : 1
} finally {
  await database.stop()
  await rm(home, { recursive: true, force: true })
}

type StressContext = { service: TestService; connection: Connection; asset: string }
type Disturb = (
  context: StressContext,
  restart: () => Promise<void>,
  done: () => boolean,
) => Promise<void>

async function runUploads(dataDir: string, count: number, disturb: Disturb) {
  await mkdir(dataDir, { recursive: true })
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.url }
  const service = await startService(env)
  const connection = await signIn(service.port)
  const context: StressContext = { service, connection, asset: await createAsset(connection) }
  let left = count
  let done = false
  const restart = async () => {
    context.service.signal('SIGKILL')
    await context.service.ended
    counts.kills++
    context.service = await startService(env, service.port)
  }
  const disturbing = disturb(context, restart, () => done)
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (left-- > 0) await upload(context)
    }),
  )
  done = true
  await disturbing
  context.service.signal('SIGTERM')
  await context.service.ended
}

/** Uploads a file in chunks of random sizes, two of three with a fault, until it is complete. */
async function upload({ connection, asset }: StressContext) {
  const bytes = randomBytes(SIZE)
  const file = String(
    (
      await retryUntilSuccess(() =>
        sendRequest(connection, {
          method: 'POST',
          path: '/files',
          headers: { 'content-type': 'application/json' },
          body: Buffer.from(JSON.stringify({ name: 'stress.bin', asset })),
        }),
      )
    ).body._id,
  )
  const { location } = await retryUntilSuccess(() => createUpload(connection, file, SIZE))
  const path = location!.replace('/api', '')
  let confirmed = 0
  for (;;) {
    const { offset } = await retryUntilSuccess(() => getOffset(connection, path))
    if (offset < confirmed) counts.lost += confirmed - offset
    confirmed = offset
    if (offset === SIZE) break
    const chunk = bytes.subarray(offset, offset + randomInt(1, 24 * 1024 * 1024))
    confirmed = Math.max(
      confirmed,
      await sendFaulty(connection, path, offset, chunk, faultFor(chunk.length)),
    )
  }
  const { body } = await retryUntilSuccess(async () => {
    const response = await sendRequest(connection, { method: 'GET', path: `/files/${file}` })
    return response.body.sha256 ? response : { ...response, status: 404 }
  })
  counts.uploads++
  counts.confirmed += SIZE
  if (body.sha256 === hash('sha256', bytes)) counts.equal++
  if (counts.uploads % 5 === 0)
    log(
      `  ${counts.uploads} of ${COUNT}: ${counts.cuts} cuts, ${counts.kills} kills, ${counts.flips} flips, ${counts.full} times full`,
    )
}

function faultFor(length: number): TusFault {
  return [
    {},
    { checksum: true },
    { cut: randomInt(0, length) },
    { cut: randomInt(0, length) },
    { flip: randomInt(0, length) },
  ][randomInt(0, 5)]!
}

/** Returns the confirmed offset, or 0. */
async function sendFaulty(
  connection: Connection,
  path: string,
  offset: number,
  chunk: Buffer,
  fault: TusFault,
): Promise<number> {
  counts.calls++
  if (fault.cut !== undefined) counts.cuts++
  try {
    const response = await sendChunk(connection, path, offset, chunk, fault)
    if (fault.flip !== undefined) {
      counts.flips++
      if (response.status === 204) counts.flipsKept++
    }
    if (response.status === 507) {
      counts.full++
      await sleep(200)
    } else if (response.status >= 400) counts.refusals++
    return response.status === 204 ? response.offset : 0
  } catch {
    return 0
  }
}

/** Retries until the service is back. */
async function retryUntilSuccess<T extends { status: number }>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    const response = await call().catch(() => undefined)
    if (response && response.status < 400) return response
    await sleep(100)
  }
}

async function killRepeatedly(
  _context: StressContext,
  restart: () => Promise<void>,
  done: () => boolean,
) {
  while (!done()) {
    await sleep(randomInt(3_000, 8_000))
    if (!done()) await restart()
  }
}

/** Uses a small disk that is full every other second, while the database has space. */
async function runOnSmallDisk(count: number) {
  const disk = join(home, 'small')
  await mkdir(disk)
  const size = Math.ceil(count * SIZE * 1.05) + (CONCURRENCY + 2) * SIZE * 2
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    log(
      `A small disk cannot be mounted here (that needs root on Linux): the last ${count} uploads run without one.`,
    )
    return runUploads(disk, count, killRepeatedly)
  }
  try {
    log(`${count} more on a disk that keeps filling up …`)
    await runUploads(disk, count, (_context, _restart, done) =>
      fillRepeatedly(join(disk, 'ballast'), done),
    )
  } finally {
    execFileSync('umount', [disk])
  }
}

async function fillRepeatedly(path: string, done: () => boolean) {
  const block = Buffer.alloc(1024 * 1024)
  while (!done()) {
    await sleep(randomInt(500, 2_000))
    const file = await open(path, 'w')
    try {
      while (!done()) await file.write(block)
    } catch {
      /* The disk is full. */
    } finally {
      await file.close()
    }
    await sleep(randomInt(200, 700))
    await rm(path)
  }
}

async function signIn(port: number): Promise<Connection> {
  const basic = (secret: string) =>
    `Basic ${Buffer.from(`${ADMIN.email}:${secret}`).toString('base64')}`
  const { body } = await sendRequest(
    { port, authorization: basic(ADMIN.password) },
    { method: 'GET', path: '/session' },
  )
  return { port, authorization: basic(`token-${String(body.token)}`) }
}

async function createAsset(connection: Connection): Promise<string> {
  const create = async (path: string, body: object) =>
    String(
      (
        await sendRequest(connection, {
          method: 'POST',
          path,
          headers: { 'content-type': 'application/json' },
          body: Buffer.from(JSON.stringify(body)),
        })
      ).body._id,
    )
  const studio = await create('/studios', { name: 'Stress test' })
  const project = await create('/projects', { name: 'Stress test', studio })
  return create('/assets', { name: 'Stress test', project, type: 'trailer' })
}

function report(): string {
  return `
uploads with the correct SHA-256           ${counts.equal} of ${COUNT}
confirmed bytes lost                       ${counts.lost} of ${counts.confirmed}
calls                                      ${counts.calls}
connections cut                            ${counts.cuts}
service killed                             ${counts.kills} times
bits flipped, of these stored              ${counts.flips}, ${counts.flipsKept}
responses "storage full"                   ${counts.full} times
other rejections (locked, busy)            ${counts.refusals}`
}
