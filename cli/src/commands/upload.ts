import { dirname, sep } from 'node:path'
import { assets, files } from '@reelay/api/contract'
import { bodyFrom, type Writing } from '../resources/input/body.ts'
import { bring, type Said } from '../transfer/upload-file.ts'
import { gather, type Found } from '../transfer/find-files.ts'
import { journalPath, openJournal, type Journal } from '../transfer/journal.ts'
import { openShelf, type Shelf } from '../transfer/remote-file-index.ts'
import { underway, type Moving } from '../transfer/transfer.ts'
import type { Client, OpenClient, Who } from '../client.ts'
import { Stop } from '../output/exit-codes.ts'
import { bytes } from '../output/format.ts'
import { printJson, printTable } from '../output/print.ts'

type Options = Writing &
  Moving & { path: string[]; asset?: string; project?: string; again?: boolean; dryRun?: boolean }
/** Where a file belongs, if that can be told. */
type AssetOf = (path: string) => string | undefined

export async function upload(
  open: OpenClient,
  { path: named, asset, project, again, dryRun, json, parallel, ...given }: Options,
): Promise<void> {
  if (!asset === !project)
    throw new Stop(
      'misused',
      'Say where they belong: --asset <id or slug>, or --project <id or slug> for folders that are named like its assets.',
    )
  await underway<Found>(
    { open, did: 'uploaded', json, parallel },
    async ({ client, who, tell, signal }) => {
      const { files: items, left } = await gather(named)
      const assetOf = asset ? await oneAsset(client, asset) : await assetByFolder(client, project!)
      const said = (await bodyFrom(client, files.registerFile, given)) as Said
      const [journal, shelf] = [
        await openJournal(journalPath(process.env)),
        again ? undefined : openShelf(client, signal),
      ]
      if (dryRun) return tellPlan(items, { who, assetOf, journal, shelf, json })
      for (const { fault, ...one } of left) tell({ event: fault ? 'failed' : 'left', ...one })
      return {
        items,
        move: async (one) =>
          bring(
            { client, who, journal, shelf, tell, signal },
            { ...one, said, asset: getAsset(assetOf, one) },
          ),
      }
    },
  )
}

async function oneAsset({ call }: Client, id: string): Promise<AssetOf> {
  const { _id } = await call(assets.getAsset, { params: { id } })
  return () => _id
}

/** By the nearest folder above a file that is named like an asset, by its slug or its name. */
async function assetByFolder({ each }: Client, project: string): Promise<AssetOf> {
  const known = new Map<string, string>()
  for await (const { _id, name, slug } of each(
    assets.listAssets,
    { query: { project } },
    { pageSize: 500 },
  ))
    known.set(keyOf(name), _id).set(slug, _id)
  return (path) =>
    dirname(path)
      .split(sep)
      .toReversed()
      .map((folder) => known.get(keyOf(folder)))
      .find(Boolean)
}

const keyOf = (name: string) => name.normalize('NFC').toLowerCase()

function getAsset(assetOf: AssetOf, { path }: Found): string {
  const asset = assetOf(path)
  if (!asset) throw new Error('No folder above it is named like an asset of the project')
  return asset
}

async function tellPlan(
  items: Found[],
  {
    who,
    assetOf,
    journal,
    shelf,
    json,
  }: {
    who: Who
    assetOf: AssetOf
    journal: Journal
    shelf: Shelf | undefined
    json: boolean | undefined
  },
): Promise<undefined> {
  const planned = []
  for (const { path, size } of items) {
    const asset = assetOf(path)
    planned.push({
      plan: asset ? await planOf({ path, size, asset }) : 'no asset',
      path,
      size,
      asset,
    })
  }
  if (json) printJson(planned)
  else
    printTable(
      ['Plan', 'Path', 'Size', 'Asset'],
      planned.map(({ plan, path, size, asset }) => [plan, path, bytes(size), asset]),
    )

  async function planOf(one: { path: string; size: number; asset: string }): Promise<string> {
    if (journal.find({ ...who, ...one })) return 'goes on'
    return (await shelf?.find(one)) ? 'is there' : 'new'
  }
}
