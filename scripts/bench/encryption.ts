// What ENCRYPT_OBJECTS costs: the speed of the storage with and without it, in one process. The
// network is left out, because it would hide the difference.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { encryptedStorage } from '../../api/src/kernel/storage/encrypted/encrypted.ts'
import { startHashing } from '../../api/src/kernel/storage/hashing.ts'
import { createIntake } from '../../api/src/kernel/storage/intake.ts'
import { localStorage } from '../../api/src/kernel/storage/local.ts'
import type { Storage } from '../../api/src/kernel/storage/storage.ts'

const { values } = parseArgs({ options: { size: { type: 'string', default: '512' } } })
const MEBIBYTE = 1024 * 1024
const ROUNDS = 5
const size = Number(values.size)
const hashing = startHashing()
const folder = await mkdtemp(join(tmpdir(), 'reelay-encryption-bench-'))
const objectKey = { id: randomBytes(12).toString('hex'), bytes: randomBytes(32) }
const keys = { current: async () => objectKey, find: async () => objectKey }

try {
  const plain = localStorage(join(folder, 'plain'))
  const storages: Record<string, Storage> = {
    plain,
    encrypted: encryptedStorage(localStorage(join(folder, 'encrypted')), keys, {
      encryptNew: true,
    }),
  }
  const speeds: Record<string, number[]> = {}
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, storage] of Object.entries(storages)) await measure(name, storage, speeds)
  for (const [name, all] of Object.entries(speeds))
    console.log(`${name.padEnd(24)} ${String(Math.round(median(all))).padStart(6)} MiB/s`)
} finally {
  await hashing.stop()
  await rm(folder, { recursive: true })
}

async function measure(name: string, storage: Storage, speeds: Record<string, number[]>) {
  const block = randomBytes(MEBIBYTE)
  const start = performance.now()
  const { key, length } = await createIntake(storage, hashing).put(
    (async function* () {
      for (let count = 0; count < size; count++) yield block
    })(),
  )
  record(`upload, ${name}`, start)
  const begin = performance.now()
  for await (const _chunk of storage.read(key, { start: 0, end: length - 1 }));
  record(`download, ${name}`, begin)
  await storage.remove(key)

  function record(what: string, since: number) {
    ;(speeds[what] ??= []).push(size / ((performance.now() - since) / 1000))
  }
}

function median(all: number[]): number {
  return all.toSorted((one, other) => one - other)[all.length >> 1]!
}
