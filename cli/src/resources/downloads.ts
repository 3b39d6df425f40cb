import { downloads } from '@reelay/api/contract'
import { formatTime } from '../output/print.ts'
import { defineResource } from './resource.ts'
import { formatPerson } from '../output/format.ts'

/** A download that was just started has a signed URL. */
export const download = defineResource<downloads.Download & Partial<downloads.DownloadWithUrl>>({
  list: downloads.listDownloads,
  create: downloads.startDownloads,
  columns: [
    ['File', ({ file }) => file._id],
    ['Name', ({ file }) => file.name],
    ['Asset', ({ asset }) => asset.name],
    ['Project', ({ project }) => project.name],
    ['Who', ({ user }) => formatPerson(user)],
    ['When', ({ created }) => formatTime(created)],
  ],
  details: ({ _id, file, asset, project, user, created, url }) => [
    ['Download', _id],
    ['File', file.name],
    ['File id', file._id],
    ['Asset', asset.name],
    ['Project', project.name],
    ['Who', formatPerson(user)],
    ['When', formatTime(created)],
    ['URL', url],
  ],
})
