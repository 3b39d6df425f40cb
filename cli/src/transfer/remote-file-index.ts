import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { files } from '@reelay/api/contract'
import type { Client } from '@reelay/client'

type RemoteFile = Pick<files.File, '_id' | 'name' | 'length' | 'sha256'>
/** Finds the id of a remote file with the same name and bytes as a local one. */
export type RemoteFileIndex = {
  find: (local: { asset: string; path: string; size: number }) => Promise<string | undefined>
}

/** Lists each asset once. A local file is hashed only if name and length match. */
export function createRemoteFileIndex({ each }: Client, signal: AbortSignal): RemoteFileIndex {
  const assets = new Map<string, Promise<Map<string, RemoteFile[]>>>()
  async function listByName(asset: string): Promise<Map<string, RemoteFile[]>> {
    const complete: RemoteFile[] = []
    for await (const { _id, name, length, sha256 } of each(
      files.listFiles,
      { query: { asset }, signal },
      { pageSize: 500 },
    ))
      if (sha256) complete.push({ _id, name, length, sha256 })
    return Map.groupBy(complete, ({ name }) => name)
  }
  return {
    async find({ asset, path, size }) {
      if (!assets.has(asset)) assets.set(asset, listByName(asset))
      const sameName = (await assets.get(asset)!).get(remoteName(path)) ?? []
      const candidates = sameName.filter(({ length }) => length === size)
      if (candidates.length === 0) return undefined
      const digest = await sha256OfFile(path)
      return candidates.find(({ sha256 }) => sha256 === digest)?._id
    },
  }
}

/** NFC: macOS decomposes letters, and the same name must match from every system. */
export const remoteName = (path: string): string => basename(path).normalize('NFC')

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash)
  return hash.digest('hex')
}
