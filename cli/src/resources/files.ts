import { files } from '@reelay/api/contract'
import { formatTime } from '../output/print.ts'
import { defineResource } from './resource.ts'
import { formatBytes, joinList } from '../output/format.ts'

export const file = defineResource<files.File>({
  list: files.listFiles,
  show: files.getFile,
  create: files.registerFile,
  edit: files.changeFile,
  delete: files.removeFile,
  columns: [
    ['Id', ({ _id }) => _id],
    ['Name', ({ name }) => name],
    ['Size', ({ length }) => length],
    ['Verified', ({ verified }) => verified],
    ['Language', ({ language }) => language],
    ['Tags', ({ tags }) => joinList(tags)],
    ['Created', ({ created }) => formatTime(created)],
  ],
  details: (file) => [
    ['File', file.name],
    ['Id', file._id],
    ['Verified', file.verified],
    ['Size', file.length === null ? 'not uploaded yet' : formatBytes(file.length)],
    ['Type', file.mime],
    ['Language', file.language],
    ['Country', file.country],
    ['Tags', joinList(file.tags)],
    ['Embargo', embargoOf(file)],
    ['Warnings', joinList(file.warnings.map(({ message }) => message))],
    ['SHA-256', file.sha256],
    ['MD5', file.md5],
    ['Asset', file.asset],
    ['Project', file.project],
    ['Created', formatTime(file.created)],
  ],
})

function embargoOf({ embargo: { event, end } }: files.File): string {
  return [
    ...(end ? [`until ${formatTime(end)}`] : []),
    ...(event ? ['until the asset is released'] : []),
  ].join(', and ')
}
