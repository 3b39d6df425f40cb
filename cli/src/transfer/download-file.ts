// Takes one file from the service: whole and as it was, or not at all.
import { createHash } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { lstat, open, rename, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { downloads } from '@reelay/api/contract'
import { isRefusal } from '@reelay/client'
import type { Client } from '../client.ts'
import { digestOf } from './remote-file-index.ts'
import type { Told } from './reporter.ts'

/** `path`: where it will lie here. */
export type Offered = { id: string; path: string; size: number; sha256: string }
type Tools = { client: Client; force: boolean; tell: (told: Told) => void; signal: AbortSignal }

export async function take(tools: Tools, one: Offered): Promise<void> {
  const { path, size, id, sha256 } = one
  const there = await findHere(path)
  if (there?.size === size && (await digestOf(path)) === sha256)
    return tools.tell({ event: 'there', path, size, file: id })
  refuseOther(tools, there)
  // Named after its bytes, so what an earlier command left behind is of these or is not looked at.
  const part = `${path}.${sha256.slice(0, 8)}.part`
  await fill(tools, one, part)
  refuseOther(tools, await findHere(path))
  await rename(part, path)
  await sync(dirname(path))
  tools.tell({ event: 'done', path, size, file: id, sha256 })
}

const findHere = (path: string): Promise<Stats | undefined> =>
  lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

function refuseOther({ force }: Tools, there: Stats | undefined) {
  if (there && !force)
    throw new Error('Another file is there under this name; --force writes over it')
}

/** What came whole and wrong is not worth keeping; it is asked for once more from its beginning. */
async function fill(tools: Tools, one: Offered, part: string) {
  await using file = await open(
    part,
    constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW,
    0o666,
  )
  for (const isLast of [false, true]) {
    if ((await fillOnce(tools, one, file)) === one.sha256) return file.sync()
    await file.truncate(0)
    if (isLast) throw new Error('The bytes that came are not those that the service keeps, twice')
  }
}

/** Gives the digest of all that lies there at the end. */
async function fillOnce(tools: Tools, one: Offered, file: FileHandle): Promise<string> {
  const { tell } = tools
  const { path, size } = one
  const had = (await file.stat()).size
  if (had > size) await file.truncate(0)
  const { from, stream } = await openBytes(tools, one, had > size ? 0 : had)
  await file.truncate(from)
  const hash = createHash('sha256')
  if (from > 0)
    for await (const piece of file.createReadStream({
      start: 0,
      end: from - 1,
      autoClose: false,
      highWaterMark: 1024 * 1024,
    }))
      hash.update(piece as Buffer)
  let at = from
  tell({ event: 'begun', path, size, at })
  for await (const piece of stream) {
    await file.write(piece, 0, piece.length, at)
    hash.update(piece)
    at += piece.length
    tell({ event: 'moved', path, size, at })
  }
  return hash.digest('hex')
}

/**
 * Who took as many as they may in a while is told how long that is, and waits; a while also for
 * bytes that are still looked into.
 */
async function openBytes({ client, tell, signal }: Tools, { id }: Offered, from: number) {
  for (let looks = 0; ;) {
    try {
      return await client.bytes(downloads.sendFile, { params: { id }, signal }, { from })
    } catch (error) {
      const mayWait =
        isRefusal(error, 'download.budget') ||
        (isRefusal(error, 'file.unverified') && looks++ < LOOKS)
      if (!mayWait) throw error
      tell({ event: 'paused', why: error.message })
      await rest(1000 * Number(error.headers.get('retry-after') ?? 1), undefined, { signal })
    }
  }
}
const LOOKS = 60

/** That a file has its name is only safe once the folder says so. */
async function sync(folder: string) {
  await using handle = await open(folder)
  await handle.sync()
}
