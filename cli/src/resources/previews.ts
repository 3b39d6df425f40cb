import { previews } from '@reelay/api/contract'
import { formatTime } from '../output/print.ts'
import { defineResource } from './resource.ts'

export const preview = defineResource<previews.Preview>({
  list: previews.listPreviews,
  show: previews.getPreview,
  create: previews.createPreview,
  edit: previews.changePreview,
  delete: previews.removePreview,
  columns: [
    ['Id', ({ _id }) => _id],
    ['Label', ({ label }) => label],
    ['Revision', ({ revision }) => revision],
    ['Language', ({ language }) => language],
    ['Asset', ({ asset }) => asset],
    ['Created', ({ created }) => formatTime(created)],
  ],
  details: ({ _id, label, revision, language, asset, file, path, created }) => [
    ['Preview', label],
    ['Id', _id],
    ['Revision', revision],
    ['Language', language],
    ['Asset', asset],
    ['File', file],
    ['URL', path],
    ['Created', formatTime(created)],
  ],
})
