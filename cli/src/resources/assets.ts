import { assets } from '@reelay/api/contract'
import { formatTime } from '../output/print.ts'
import { defineResource } from './resource.ts'
import { joinList, enabledNames } from '../output/format.ts'

export const asset = defineResource<assets.Asset>({
  list: assets.listAssets,
  show: assets.getAsset,
  create: assets.createAsset,
  edit: assets.changeAsset,
  delete: assets.archiveAsset,
  columns: [
    ['Slug', ({ slug }) => slug],
    ['Name', ({ name }) => name],
    ['Type', ({ type }) => type],
    ['Phase', ({ workflow }) => workflow.phase],
    ['Usage', ({ usage }) => enabledNames(usage)],
    ['Created', ({ created }) => formatTime(created)],
  ],
  details: ({
    name,
    slug,
    _id,
    type,
    workflow,
    usage,
    aspectRatio,
    previews,
    verified,
    $embargo,
    project,
    created,
  }) => [
    ['Asset', name],
    ['Slug', slug],
    ['Id', _id],
    ['Type', type],
    ['Phase', workflow.phase],
    ['Usage', enabledNames(usage)],
    ['Aspect ratio', aspectRatio],
    ['Previews', joinList(previews.map(({ label }) => label))],
    ['Verified', verified],
    ['Embargo', $embargo ? 'some files are under embargo' : ''],
    ['Project', project],
    ['Created', formatTime(created)],
  ],
})
