import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { assets, downloads, files, workrequests } from '@reelay/api/contract'
import { Refusal } from '@reelay/client'
import { namesFor } from '../transfer/file-names.ts'
import { take, type Offered } from '../transfer/download-file.ts'
import { underway, type Here, type Moving } from '../transfer/transfer.ts'
import type { Client, OpenClient } from '../client.ts'
import { Stop } from '../output/exit-codes.ts'

type Filter = { language?: string; tag?: string }
type Meant = Pick<files.File, '_id' | 'name' | 'length' | 'sha256'>
type Options = Moving & Filter & { what: string[]; to?: string; force?: boolean }

export async function download(
  open: OpenClient,
  { what, to = '.', force = false, json, parallel, ...filter }: Options,
): Promise<void> {
  const folder = resolve(to)
  await underway<Offered>(
    { open, did: 'downloaded', json, parallel },
    async ({ client, tell, signal }) => {
      const meant: Meant[] = []
      for (const word of what) meant.push(...(await filesOf(client, word, filter)))
      const items = offeredIn(folder, meant, tell)
      await mkdir(folder, { recursive: true })
      return { items, move: (one) => take({ client, force, tell, signal }, one) }
    },
  )
}

/** What a word can name, in the order in which it is tried. */
async function filesOf(client: Client, id: string, filter: Filter): Promise<Meant[]> {
  const found =
    (await ifThere(ofFile(client, id))) ??
    (await ifThere(ofRequest(client, id, filter))) ??
    (await ifThere(ofAsset(client, id, filter)))
  if (!found)
    throw new Stop('unknown', `There is no file, work request or asset ${id} that you can see.`)
  return found
}

async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined
    throw error
  }
}

const ofFile = async ({ call }: Client, id: string) => [
  await call(files.getFile, { params: { id } }),
]

const ofAsset = async ({ call, each }: Client, id: string, filter: Filter) => {
  const { _id: asset } = await call(assets.getAsset, { params: { id } })
  return Array.fromAsync(
    each(files.listFiles, { query: { asset, order: 'name', ...filter } }, { pageSize: 500 }),
  )
}

/** What it delivers, under the names that the studio's rule gives to it. */
async function ofRequest(client: Client, id: string, { language, tag }: Filter): Promise<Meant[]> {
  const { files: bundles, encodes } = await client.call(workrequests.getWorkRequest, {
    params: { id },
  })
  const made = encodes.flatMap(({ kind, file }) => (kind !== 'offline' && file ? [file] : []))
  const delivered = await Promise.all(
    [...new Set([...bundles.flatMap((bundle) => bundle.files), ...made])].map((file) =>
      client.call(files.getFile, { params: { id: file } }),
    ),
  )
  const wanted = delivered.filter(
    (file) => (!language || file.language === language) && (!tag || file.tags.includes(tag)),
  )
  return Promise.all(
    wanted.map(async ({ _id, name, length, sha256 }) => ({
      _id,
      length,
      sha256,
      name: (await findOffered(client, _id)) ?? name,
    })),
  )
}

async function findOffered({ bytes }: Client, id: string): Promise<string | undefined> {
  const answer = await bytes({ ...downloads.sendFile, method: 'HEAD' }, { params: { id } }).catch(
    (error: unknown) => {
      // Its bytes have not come, or are still looked into.
      if (error instanceof Refusal && error.status === 409) return undefined
      throw error
    },
  )
  const said = /filename\*=UTF-8''([^;]+)/.exec(
    answer?.headers.get('content-disposition') ?? '',
  )?.[1]
  return said && decodeURIComponent(said)
}

function offeredIn(folder: string, meant: Meant[], tell: Here['tell']): Offered[] {
  const each = [...new Map(meant.map((file) => [file._id, file])).values()]
  const names = namesFor(each.map(({ _id, name }) => ({ id: _id, name })))
  return each.flatMap(({ _id: id, length, sha256 }) => {
    const path = join(folder, names.get(id)!)
    if (sha256 && length !== null) return [{ id, path, size: length, sha256 }]
    tell({ event: 'left', path, why: 'Its bytes have not come yet' })
    return []
  })
}
