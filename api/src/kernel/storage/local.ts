import { randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs, type FileHandle } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { limitConcurrency } from '../compute/concurrency-limit.ts'
import { syncFolder } from '../db/durable-file.ts'
import { checkName, isValidName } from './object-name.ts'
import { storageFull } from './storage-full.ts'
import type { IncomingWriter, SavedBytes, SavedPart, Storage, StoredObject } from './storage.ts'

/** Reads 1,650 MB/s; with Node's default size it is 640. */
const READ_BYTES = 1024 * 1024
/**
 * Syncing takes milliseconds of a thread that passwords and reads need too. Node has four of them, so
 * with hundreds of uploads half of them stay free.
 */
const syncInTurn = limitConcurrency(2)
/** Space that the database next to the files needs to keep running. */
const RESERVE = 64 * 1024 * 1024
/** A closed part is readable for its group, so that a web server can send files. */
const MODE_OPEN = 0o600
const MODE_CLOSED = 0o640

/** Files on disk: uploads below `incoming/<id>/`, objects below `objects`, named by their digest. */
export function localStorage(dataDir: string): Storage {
  const folder = resolve(dataDir)
  const incoming = join(folder, 'incoming')
  mkdirSync(incoming, { recursive: true })
  const pathOf = (key: string) => join('objects', checkName(key).slice(0, 2), key.slice(2, 4), key)
  const objectOf = (key: string) => join(folder, pathOf(key))
  const folderOf = (id: string) => join(incoming, checkName(id))

  return {
    async resume(id, saved) {
      await mkdir(folderOf(id), { recursive: true })
      return openPart(folderOf(id), saved)
    },
    readSaved: async (id, saved) =>
      Readable.from(readParts(folderOf(id), saved.parts), { objectMode: false }),
    async publish(id, saved, key, ending = Buffer.alloc(0)) {
      const moveToObjects = async () => {
        await mkdir(dirname(objectOf(key)), { recursive: true })
        // Replaces an existing object. Its bytes are the same, unless they were damaged on disk.
        await rename(await joinParts(folderOf(id), saved, ending), objectOf(key))
      }
      await detectFullDisk(moveToObjects).catch(async (error) => {
        // Missing parts were published before.
        const length = saved.length + ending.length
        if (error.code !== 'ENOENT' || (await sizeOf(objectOf(key))) !== length) throw error
      })
      await syncFolders(dirname(objectOf(key)), folder)
    },
    async putAll(objects) {
      const id = randomUUID()
      await mkdir(folderOf(id))
      try {
        await detectFullDisk(() =>
          forEachObject(objects, async (key, bytes) => {
            const path = join(folderOf(id), key)
            await writeClosed(path, bytes)
            await mkdir(dirname(objectOf(key)), { recursive: true })
            await rename(path, objectOf(key))
          }),
        )
      } finally {
        await rm(folderOf(id), { recursive: true, force: true }).catch(() => {})
      }
      await syncAllFolders(
        [...objects.keys()].map((key) => dirname(objectOf(key))),
        folder,
      )
    },
    discard: async (id) => rm(folderOf(id), { recursive: true, force: true }),
    async listAbandoned(seconds) {
      const ids = (await readdir(incoming)).filter(isValidName)
      const changed = await Promise.all(ids.map((id) => lastChange(folderOf(id))))
      return ids.filter((_, index) => Date.now() - changed[index]! > seconds * 1000)
    },
    read: (key, { start, end }) =>
      createReadStream(objectOf(key), { start, end, highWaterMark: READ_BYTES }),
    list: () => listObjects(join(folder, 'objects')),
    lengthOf: async (key) => sizeOf(objectOf(key)),
    remove: async (key) => rm(objectOf(key), { force: true }),
    async freeBytes() {
      const { bavail, bsize } = await statfs(incoming)
      return Math.max(0, bavail * bsize - RESERVE)
    },
    pathOf,
  }
}

async function openPart(folder: string, saved: SavedBytes): Promise<IncomingWriter> {
  const name = randomUUID()
  const file = await open(join(folder, name), 'wx', MODE_OPEN)
  const writing = new Set<Promise<void>>()
  let written = 0
  let isNameSynced = false
  let failure: unknown
  return {
    write(bytes) {
      const position = written
      written += bytes.length
      const done = detectFullDisk(() => writeAll(file, bytes, position))
        .catch((error) => {
          failure ??= error
          throw failure
        })
        .finally(() => writing.delete(done))
      writing.add(done)
      return done
    },
    async save() {
      const length = written
      await Promise.allSettled(writing)
      // After a failed write the file may have a hole.
      if (failure) throw failure
      await detectFullDisk(() => syncInTurn(() => file.datasync()))
      if (!isNameSynced) await syncFolders(folder, dirname(dirname(folder)))
      isNameSynced = true
      return length === 0
        ? saved
        : { length: saved.length + length, parts: [...saved.parts, { name, length }] }
    },
    async close() {
      if (file.fd !== -1) await file.chmod(MODE_CLOSED)
      await file.close()
    },
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number) {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten
}

/**
 * A single closed part is used as it is. Several parts are copied into a new file; only uploads that
 * were continued by another process have several.
 */
async function joinParts(
  folder: string,
  { length, parts }: SavedBytes,
  ending: Buffer,
): Promise<string> {
  const [only, ...more] = parts
  const single = only && more.length === 0 ? join(folder, checkName(only.name)) : undefined
  const { mode, size } = single ? await stat(single) : { mode: MODE_OPEN, size: length }
  if (size < length) throw new Error(`${single} has ${size} bytes instead of ${length}`)
  const isReady = single && (mode & 0o777) === MODE_CLOSED
  const path = isReady ? single : join(folder, randomUUID())
  await mkdir(folder, { recursive: true })
  await using file = await open(path, isReady ? 'r+' : 'wx', MODE_CLOSED)
  // Drops what was written after the last save.
  if (isReady) await file.truncate(length + ending.length)
  else
    await copyParts(folder, parts, file).catch(async (error) => {
      await rm(path)
      throw error
    })
  // Another call for the same upload writes the same bytes, even if the file was moved by then.
  await writeAll(file, ending, length)
  await file.sync()
  return path
}

async function copyParts(folder: string, parts: SavedPart[], file: FileHandle) {
  let position = 0
  for await (const chunk of readParts(folder, parts)) {
    await writeAll(file, chunk, position)
    position += chunk.length
  }
}

async function* readParts(folder: string, parts: SavedPart[]): AsyncGenerator<Buffer> {
  for (const { name, length } of parts) {
    let read = 0
    for await (const chunk of createReadStream(join(folder, checkName(name)), {
      start: 0,
      end: length - 1,
      highWaterMark: READ_BYTES,
    }) as AsyncIterable<Buffer>) {
      read += chunk.length
      yield chunk
    }
    if (read < length) throw new Error(`${name} has ${read} bytes instead of ${length}`)
  }
}

async function* listObjects(folder: string): AsyncGenerator<StoredObject> {
  const entries = (path: string) => readdir(path).catch(() => [])
  for (const first of await entries(folder))
    for (const second of await entries(join(folder, first))) {
      const names = (await entries(join(folder, first, second))).filter(isValidName)
      const results = await Promise.all(
        names.map((name) => stat(join(folder, first, second, name)).catch(() => undefined)),
      )
      // A file may have been removed since it was listed.
      for (const [index, stats] of results.entries())
        if (stats) yield { key: names[index]!, length: stats.size, changed: stats.mtimeMs }
    }
}

async function writeClosed(path: string, bytes: Uint8Array) {
  await using file = await open(path, 'wx', MODE_OPEN)
  await file.writeFile(bytes)
  await file.chmod(MODE_CLOSED)
  await file.sync()
}

/** Waits for all, also if one fails, so that none is stored later. */
async function forEachObject(
  objects: ReadonlyMap<string, Uint8Array>,
  store: (key: string, bytes: Uint8Array) => Promise<void>,
) {
  const results = await Promise.allSettled(
    Array.from(objects, ([key, bytes]) => syncInTurn(() => store(key, bytes))),
  )
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

/** The same for several folders. A parent of several of them is synced once. */
async function syncAllFolders(from: readonly string[], top: string) {
  for (let folders = new Set(from); ; folders = new Set([...folders].map(dirname))) {
    await Promise.all(Array.from(folders, (folder) => syncInTurn(() => syncFolder(folder))))
    if (folders.has(top)) return
  }
}

/** Syncs a folder and its parents up to `top`, so that new names survive a power cut. */
async function syncFolders(from: string, top: string) {
  for (let folder = from; ; folder = dirname(folder)) {
    await syncFolder(folder)
    if (folder === top) return
  }
}

/** Includes the parts: a folder does not change when a file in it grows. */
async function lastChange(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const changed = await Promise.all(
    [folder, ...names.map((name) => join(folder, name))].map(
      async (path) => (await stat(path).catch(() => undefined))?.mtimeMs,
    ),
  )
  return Math.max(...changed.map((time) => time ?? Date.now()))
}

const sizeOf = async (path: string) => (await stat(path).catch(() => undefined))?.size

async function detectFullDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw storageFull()
    throw error
  }
}
