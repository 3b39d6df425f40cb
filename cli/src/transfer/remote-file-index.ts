import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { files } from '@reelay/api/contract'
import type { Client } from '../client.ts'

type Kept = Pick<files.File, '_id' | 'name' | 'length' | 'sha256'>
/** Gives the id of a file that an asset has under the same name and with the same bytes. */
export type Shelf = {
  find: (one: { asset: string; path: string; size: number }) => Promise<string | undefined>
}

/** Each asset is asked once what it has. Bytes are read only where name and length agree. */
export function openShelf({ each }: Client, signal: AbortSignal): Shelf {
  const assets = new Map<string, Promise<Map<string, Kept[]>>>()
  async function listOf(asset: string): Promise<Map<string, Kept[]>> {
    const kept: Kept[] = []
    for await (const { _id, name, length, sha256 } of each(
      files.listFiles,
      { query: { asset }, signal },
      { pageSize: 500 },
    ))
      if (sha256) kept.push({ _id, name, length, sha256 })
    return Map.groupBy(kept, ({ name }) => name)
  }
  return {
    async find({ asset, path, size }) {
      if (!assets.has(asset)) assets.set(asset, listOf(asset))
      const alike = ((await assets.get(asset)!).get(labelOf(path)) ?? []).filter(
        ({ length }) => length === size,
      )
      if (alike.length === 0) return undefined
      const digest = await digestOf(path)
      return alike.find(({ sha256 }) => sha256 === digest)?._id
    },
  }
}

/**
 * The name under which a file is known there. One letter is one, however this machine spells it.
 */
export const labelOf = (path: string): string => basename(path).normalize('NFC')

export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash)
  return hash.digest('hex')
}
