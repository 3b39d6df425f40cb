import { assets } from '@reelay/api/contract'
import { moment } from '../output/print.ts'
import { kind } from './resource.ts'
import { listed, namesIn } from '../output/format.ts'

export const asset = kind<assets.Asset>({
  list: assets.listAssets,
  show: assets.getAsset,
  create: assets.createAsset,
  edit: assets.changeAsset,
  columns: [
    ['Slug', ({ slug }) => slug],
    ['Name', ({ name }) => name],
    ['Type', ({ type }) => type],
    ['Phase', ({ workflow }) => workflow.phase],
    ['Usage', ({ usage }) => namesIn(usage)],
    ['Created', ({ created }) => moment(created)],
  ],
  facts: ({
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
    ['Usage', namesIn(usage)],
    ['Aspect ratio', aspectRatio],
    ['Previews', listed(previews.map(({ label }) => label))],
    ['Verified', verified],
    ['Embargo', $embargo ? 'some files are held back' : ''],
    ['Project', project],
    ['Created', moment(created)],
  ],
})
