import { downloads } from '@reelay/api/contract'
import { moment } from '../output/print.ts'
import { kind } from './resource.ts'
import { person } from '../output/format.ts'

/** What was begun just now comes with a signed address. */
export const download = kind<downloads.Download & Partial<downloads.DownloadWithUrl>>({
  list: downloads.listDownloads,
  create: downloads.startDownloads,
  columns: [
    ['File', ({ file }) => file._id],
    ['Name', ({ file }) => file.name],
    ['Asset', ({ asset }) => asset.name],
    ['Project', ({ project }) => project.name],
    ['Who', ({ user }) => person(user)],
    ['When', ({ created }) => moment(created)],
  ],
  facts: ({ _id, file, asset, project, user, created, url }) => [
    ['Download', _id],
    ['File', file.name],
    ['File id', file._id],
    ['Asset', asset.name],
    ['Project', project.name],
    ['Who', person(user)],
    ['When', moment(created)],
    ['Address', url],
  ],
})
