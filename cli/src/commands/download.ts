import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { assets, downloads, files, workrequests } from '@reelay/api/contract'
import { ApiError, type Client } from '@reelay/client'
import type { OpenClient } from '../client.ts'
import { CliError } from '../output/exit-codes.ts'
import { downloadFile, type DownloadItem } from '../transfer/download-file.ts'
import { uniqueFileNames } from '../transfer/file-names.ts'
import { runTransfer, type TransferContext, type TransferOptions } from '../transfer/transfer.ts'

type Filter = { language?: string; tag?: string }
type RemoteFile = Pick<files.File, '_id' | 'name' | 'length' | 'sha256'>
type Options = TransferOptions & Filter & { what: string[]; to?: string; force?: boolean }

export async function download(
  open: OpenClient,
  { what: ids, to = '.', force = false, json, parallel, ...filter }: Options,
): Promise<void> {
  const folder = resolve(to)
  await runTransfer<DownloadItem>(
    { open, verb: 'downloaded', json, parallel },
    async ({ client, report, signal }) => {
      const remoteFiles: RemoteFile[] = []
      for (const id of ids) remoteFiles.push(...(await getFiles(client, id, filter)))
      const items = planDownloads(folder, remoteFiles, report)
      await mkdir(folder, { recursive: true })
      return {
        items,
        transfer: (item) => downloadFile({ client, force, report, signal }, item),
      }
    },
  )
}

/** An id may name a file, a work request or an asset; they are tried in this order. */
async function getFiles(client: Client, id: string, filter: Filter): Promise<RemoteFile[]> {
  const found =
    (await unlessNotFound(fileById(client, id))) ??
    (await unlessNotFound(deliverablesOf(client, id, filter))) ??
    (await unlessNotFound(filesOfAsset(client, id, filter)))
  if (!found)
    throw new CliError('notFound', `No file, work request or asset ${id} is visible to you.`)
  return found
}

async function unlessNotFound<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

const fileById = async ({ call }: Client, id: string) => [
  await call(files.getFile, { params: { id } }),
]

const filesOfAsset = async ({ call, each }: Client, id: string, filter: Filter) => {
  const { _id: asset } = await call(assets.getAsset, { params: { id } })
  return Array.fromAsync(
    each(files.listFiles, { query: { asset, order: 'name', ...filter } }, { pageSize: 500 }),
  )
}

/** With the names that the studio's naming rule gives them. */
async function deliverablesOf(
  client: Client,
  id: string,
  { language, tag }: Filter,
): Promise<RemoteFile[]> {
  const { files: bundles, encodes } = await client.call(workrequests.getWorkRequest, {
    params: { id },
  })
  const encoded = encodes.flatMap(({ kind, file }) => (kind !== 'offline' && file ? [file] : []))
  const ids = new Set([...bundles.flatMap((bundle) => bundle.files), ...encoded])
  const all = await Promise.all(
    [...ids].map((file) => client.call(files.getFile, { params: { id: file } })),
  )
  const wanted = all.filter(
    (file) => (!language || file.language === language) && (!tag || file.tags.includes(tag)),
  )
  return Promise.all(
    wanted.map(async ({ _id, name, length, sha256 }) => ({
      _id,
      length,
      sha256,
      name: (await findDeliveryName(client, _id)) ?? name,
    })),
  )
}

async function findDeliveryName(client: Client, id: string): Promise<string | undefined> {
  const response = await client
    .download({ ...downloads.sendFile, method: 'HEAD' }, { params: { id } })
    .catch((error: unknown) => {
      // Not uploaded yet, or still being inspected.
      if (error instanceof ApiError && error.status === 409) return undefined
      throw error
    })
  const disposition = response?.headers.get('content-disposition') ?? ''
  const name = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return name && decodeURIComponent(name)
}

function planDownloads(
  folder: string,
  remoteFiles: RemoteFile[],
  report: TransferContext['report'],
): DownloadItem[] {
  const unique = [...new Map(remoteFiles.map((file) => [file._id, file])).values()]
  const names = uniqueFileNames(unique.map(({ _id, name }) => ({ id: _id, name })))
  return unique.flatMap(({ _id: id, length, sha256 }) => {
    const path = join(folder, names.get(id)!)
    if (sha256 && length !== null) return [{ id, path, size: length, sha256 }]
    report({ event: 'skipped', path, reason: 'Not uploaded yet' })
    return []
  })
}
