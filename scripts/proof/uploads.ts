// npm run proof:uploads [-- --count 100 --size 64]: uploads that are cut, killed, flipped and run
// out of room, and what came of them.
// Every acknowledged offset is written down on this side; after each fault the service is held to
// it.
import { hash, randomBytes, randomInt } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../../api/src/kernel/db/embedded.ts'
import { ADMIN, startService, type TestService } from '../../api/test/service.ts'
import { ask, begin, offsetOf, send, type Door, type Fault } from './tus.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    size: { type: 'string', default: '64' },
    json: { type: 'boolean', default: false },
  },
})
const COUNT = Number(values.count)
const SIZE = Number(values.size) * 1024 * 1024
const AT_ONCE = 4

const seen = {
  uploads: 0,
  equal: 0,
  acknowledged: 0,
  lost: 0,
  cuts: 0,
  kills: 0,
  flips: 0,
  flipsKept: 0,
  full: 0,
  refusals: 0,
  calls: 0,
}
const say = (line: string) => {
  if (!values.json) console.log(line)
}

const home = await mkdtemp(join(tmpdir(), 'reelay-proof-'))
const database = await startEmbedded({ dataDir: join(home, 'database'), log: () => {} })
try {
  const onDisk = COUNT - Math.floor(COUNT / 4)
  say(
    `${onDisk} uploads of ${values.size} MiB, with lines that break, bits that flip, and a service that is killed every few seconds …`,
  )
  await proveWith(join(home, 'disk'), onDisk, killNowAndThen)
  await onSmallDisk(COUNT - onDisk)
  const proven =
    seen.uploads === COUNT && seen.equal === COUNT && seen.lost === 0 && seen.flipsKept === 0
  console.log(values.json ? JSON.stringify({ ...seen, proven }) : report())
  process.exitCode = proven ? 0 : 1
} finally {
  await database.stop()
  await rm(home, { recursive: true, force: true })
}

type Stage = { service: TestService; door: Door; asset: string }
type Trouble = (stage: Stage, restart: () => Promise<void>, done: () => boolean) => Promise<void>

async function proveWith(dataDir: string, count: number, trouble: Trouble) {
  await mkdir(dataDir, { recursive: true })
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.url }
  const service = await startService(env)
  const door = await signIn(service.port)
  const stage: Stage = { service, door, asset: await anAsset(door) }
  let left = count
  let done = false
  const restart = async () => {
    stage.service.signal('SIGKILL')
    await stage.service.ended
    seen.kills++
    stage.service = await startService(env, service.port)
  }
  const troubles = trouble(stage, restart, () => done)
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await upload(stage)
    }),
  )
  done = true
  await troubles
  stage.service.signal('SIGTERM')
  await stage.service.ended
}

/**
 * One file: sent in pieces of any size, with a fault for two of three, until the service says it
 * has it all.
 */
async function upload({ door, asset }: Stage) {
  const bytes = randomBytes(SIZE)
  const file = String(
    (
      await patiently(() =>
        ask(door, {
          method: 'POST',
          path: '/files',
          headers: { 'content-type': 'application/json' },
          body: Buffer.from(JSON.stringify({ name: 'proof.bin', asset })),
        }),
      )
    ).body._id,
  )
  const { location } = await patiently(() => begin(door, file, SIZE))
  const path = location!.replace('/api', '')
  let acknowledged = 0
  for (;;) {
    const { offset } = await patiently(() => offsetOf(door, path))
    if (offset < acknowledged) seen.lost += acknowledged - offset
    acknowledged = offset
    if (offset === SIZE) break
    const piece = bytes.subarray(offset, offset + randomInt(1, 24 * 1024 * 1024))
    acknowledged = Math.max(
      acknowledged,
      await sendWith(door, path, offset, piece, faultFor(piece.length)),
    )
  }
  const { body } = await patiently(async () => {
    const answer = await ask(door, { method: 'GET', path: `/files/${file}` })
    return answer.body.sha256 ? answer : { ...answer, status: 404 }
  })
  seen.uploads++
  seen.acknowledged += SIZE
  if (body.sha256 === hash('sha256', bytes)) seen.equal++
  if (seen.uploads % 5 === 0)
    say(
      `  ${seen.uploads} of ${COUNT}: ${seen.cuts} cuts, ${seen.kills} kills, ${seen.flips} flips, ${seen.full} times full`,
    )
}

function faultFor(length: number): Fault {
  return [
    {},
    { checksum: true },
    { cut: randomInt(0, length) },
    { cut: randomInt(0, length) },
    { flip: randomInt(0, length) },
  ][randomInt(0, 5)]!
}

/** The offset that was acknowledged, or nothing. */
async function sendWith(
  door: Door,
  path: string,
  offset: number,
  piece: Buffer,
  fault: Fault,
): Promise<number> {
  seen.calls++
  if (fault.cut !== undefined) seen.cuts++
  try {
    const answer = await send(door, path, offset, piece, fault)
    if (fault.flip !== undefined) {
      seen.flips++
      if (answer.status === 204) seen.flipsKept++
    }
    if (answer.status === 507) {
      seen.full++
      await sleep(200)
    } else if (answer.status >= 400) seen.refusals++
    return answer.status === 204 ? answer.offset : 0
  } catch {
    return 0
  }
}

/** Until the service is there again. */
async function patiently<T extends { status: number }>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await call().catch(() => undefined)
    if (answer && answer.status < 400) return answer
    await sleep(100)
  }
}

async function killNowAndThen(_stage: Stage, restart: () => Promise<void>, done: () => boolean) {
  while (!done()) {
    await sleep(randomInt(3_000, 8_000))
    if (!done()) await restart()
  }
}

/** A disk of its own that is full every other second, while the database has room. */
async function onSmallDisk(count: number) {
  const disk = join(home, 'small')
  await mkdir(disk)
  const size = Math.ceil(count * SIZE * 1.05) + (AT_ONCE + 2) * SIZE * 2
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    say(
      `A small disk cannot be mounted here (that needs root on Linux): the last ${count} uploads run without one.`,
    )
    return proveWith(disk, count, killNowAndThen)
  }
  try {
    say(`${count} more on a disk that keeps filling up …`)
    await proveWith(disk, count, (_stage, _restart, done) =>
      fillNowAndThen(join(disk, 'ballast'), done),
    )
  } finally {
    execFileSync('umount', [disk])
  }
}

async function fillNowAndThen(path: string, done: () => boolean) {
  const block = Buffer.alloc(1024 * 1024)
  while (!done()) {
    await sleep(randomInt(500, 2_000))
    const file = await open(path, 'w')
    try {
      while (!done()) await file.write(block)
    } catch {
      /* Now it is full. */
    } finally {
      await file.close()
    }
    await sleep(randomInt(200, 700))
    await rm(path)
  }
}

async function signIn(port: number): Promise<Door> {
  const basic = (secret: string) =>
    `Basic ${Buffer.from(`${ADMIN.email}:${secret}`).toString('base64')}`
  const { body } = await ask(
    { port, authorization: basic(ADMIN.password) },
    { method: 'GET', path: '/session' },
  )
  return { port, authorization: basic(`token-${String(body.token)}`) }
}

async function anAsset(door: Door): Promise<string> {
  const make = async (path: string, body: object) =>
    String(
      (
        await ask(door, {
          method: 'POST',
          path,
          headers: { 'content-type': 'application/json' },
          body: Buffer.from(JSON.stringify(body)),
        })
      ).body._id,
    )
  const studio = await make('/studios', { name: 'Proof' })
  const project = await make('/projects', { name: 'Proof', studio })
  return make('/assets', { name: 'Proof', project, type: 'trailer' })
}

function report(): string {
  return `
uploads that ended with an equal SHA-256   ${seen.equal} of ${COUNT}
acknowledged bytes lost                    ${seen.lost} of ${seen.acknowledged}
calls                                      ${seen.calls}
lines cut                                  ${seen.cuts}
service killed                             ${seen.kills} times
bits flipped, and of these kept            ${seen.flips}, ${seen.flipsKept}
answered "storage full"                    ${seen.full} times
other refusals (taken over, busy)          ${seen.refusals}`
}
