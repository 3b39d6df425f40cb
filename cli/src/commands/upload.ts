import { dirname, sep } from 'node:path'
import { assets, files } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import type { CliAccount, OpenClient } from '../client.ts'
import { CliError } from '../output/exit-codes.ts'
import { formatBytes } from '../output/format.ts'
import { printJson, printTable } from '../output/print.ts'
import { buildBody, type BodyOptions } from '../resources/input/body.ts'
import { findFiles, type LocalFile } from '../transfer/find-files.ts'
import { journalPath, openJournal, type Journal, type UploadMetadata } from '../transfer/journal.ts'
import { createRemoteFileIndex, type RemoteFileIndex } from '../transfer/remote-file-index.ts'
import { runTransfer, type TransferOptions } from '../transfer/transfer.ts'
import { divideIntoBatches, uploadBatch } from '../transfer/upload-batch.ts'
import { uploadFile } from '../transfer/upload-file.ts'

type Options = BodyOptions &
  TransferOptions & {
    path: string[]
    asset?: string
    project?: string
    force?: boolean
    dryRun?: boolean
  }
/** The id of the asset that a path belongs to, if there is one. */
type AssetOf = (path: string) => string | undefined

export async function upload(
  open: OpenClient,
  { path: paths, asset, project, force, dryRun, json, parallel, ...fields }: Options,
): Promise<void> {
  if (!asset === !project)
    throw new CliError(
      'usage',
      'Name the asset with --asset <id or slug>, or use --project <id or slug> for folders named like its assets.',
    )
  await runTransfer<LocalFile>(
    { open, verb: 'uploaded', json, parallel },
    async ({ client, account, report, signal }) => {
      const { files: items, skipped } = await findFiles(paths)
      const assetOf = asset ? await oneAsset(client, asset) : await assetByFolder(client, project!)
      const metadata = (await buildBody(client, files.registerFile, fields)) as UploadMetadata
      const journal = await openJournal(journalPath(process.env))
      const remoteFiles = force ? undefined : createRemoteFileIndex(client, signal)
      if (dryRun) {
        await printPlan(items, { account, assetOf, journal, remoteFiles, json })
        return undefined
      }
      for (const { isError, ...file } of skipped)
        report({ event: isError ? 'failed' : 'skipped', ...file })
      const context = { client, account, journal, remoteFiles, report, signal }
      const candidateOf = (item: LocalFile) => ({
        ...item,
        metadata,
        asset: getAsset(assetOf, item),
      })
      return {
        items,
        transfer: async (item) => uploadFile(context, candidateOf(item)),
        batches: {
          divide: (all) =>
            divideIntoBatches(
              all.filter(({ path }) => assetOf(path)),
              (item) => journal.find({ ...account, ...candidateOf(item) }),
            ),
          transfer: async (batch) => uploadBatch(context, batch.map(candidateOf)),
        },
      }
    },
  )
}

async function oneAsset({ call }: Client, id: string): Promise<AssetOf> {
  const { _id } = await call(assets.getAsset, { params: { id } })
  return () => _id
}

/** Matches the nearest folder above a file with the slug or name of an asset. */
async function assetByFolder({ each }: Client, project: string): Promise<AssetOf> {
  const ids = new Map<string, string>()
  const found = each(assets.listAssets, { query: { project } }, { pageSize: 500 })
  for await (const { _id, name, slug } of found) ids.set(normalize(name), _id).set(slug, _id)
  return (path) =>
    dirname(path)
      .split(sep)
      .toReversed()
      .map((folder) => ids.get(normalize(folder)))
      .find(Boolean)
}

const normalize = (name: string) => name.normalize('NFC').toLowerCase()

function getAsset(assetOf: AssetOf, { path }: LocalFile): string {
  const asset = assetOf(path)
  if (!asset) throw new Error('No folder above it is named like an asset of the project')
  return asset
}

type PlanContext = {
  account: CliAccount
  assetOf: AssetOf
  journal: Journal
  remoteFiles: RemoteFileIndex | undefined
  json: boolean | undefined
}

async function printPlan(items: LocalFile[], context: PlanContext) {
  const planned = []
  for (const { path, size } of items) {
    const asset = context.assetOf(path)
    const plan = asset ? await planFor(context, { path, size, asset }) : 'no asset'
    planned.push({ plan, path, size, asset })
  }
  if (context.json) return printJson(planned)
  printTable(
    ['Plan', 'Path', 'Size', 'Asset'],
    planned.map(({ plan, path, size, asset }) => [
      PLAN_LABELS[plan],
      path,
      formatBytes(size),
      asset,
    ]),
  )
}

/** The keys are printed by --json, so they do not change. */
const PLAN_LABELS = {
  'goes on': 'resume',
  'is there': 'unchanged',
  new: 'upload',
  'no asset': 'no asset',
}

async function planFor(
  { account, journal, remoteFiles }: PlanContext,
  file: { path: string; size: number; asset: string },
): Promise<keyof typeof PLAN_LABELS> {
  if (journal.find({ ...account, ...file })) return 'goes on'
  return (await remoteFiles?.find(file)) ? 'is there' : 'new'
}
