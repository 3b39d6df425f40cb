import { files } from '@reelay/api/contract'
import { moment } from '../output/print.ts'
import { kind } from './resource.ts'
import { bytes, listed } from '../output/format.ts'

export const file = kind<files.File>({
  list: files.listFiles,
  show: files.getFile,
  create: files.registerFile,
  edit: files.changeFile,
  columns: [
    ['Id', ({ _id }) => _id],
    ['Name', ({ name }) => name],
    ['Size', ({ length }) => length],
    ['Verified', ({ verified }) => verified],
    ['Language', ({ language }) => language],
    ['Tags', ({ tags }) => listed(tags)],
    ['Created', ({ created }) => moment(created)],
  ],
  facts: (file) => [
    ['File', file.name],
    ['Id', file._id],
    ['Verified', file.verified],
    ['Size', file.length === null ? 'the bytes have not come yet' : bytes(file.length)],
    ['Type', file.mime],
    ['Language', file.language],
    ['Country', file.country],
    ['Tags', listed(file.tags)],
    ['Embargo', embargoOf(file)],
    ['Warnings', listed(file.warnings.map(({ message }) => message))],
    ['SHA-256', file.sha256],
    ['MD5', file.md5],
    ['Asset', file.asset],
    ['Project', file.project],
    ['Created', moment(file.created)],
  ],
})

function embargoOf({ embargo: { event, end } }: files.File): string {
  return [
    ...(end ? [`until ${moment(end)}`] : []),
    ...(event ? ['until the asset is released'] : []),
  ].join(', and ')
}
