import { comments, offlines } from '@reelay/api/contract'
import { formatPerson, joinList } from '../output/format.ts'
import { formatTime } from '../output/print.ts'
import { defineResource } from './resource.ts'

export const comment = defineResource<comments.RequestComment>({
  list: comments.listComments,
  show: comments.getComment,
  create: comments.createComment,
  edit: comments.changeComment,
  delete: comments.removeComment,
  param: 'comment',
  columns: [
    ['Id', ({ _id }) => _id],
    ['When', ({ created }) => formatTime(created)],
    ['Who', ({ from }) => from.name],
    ['Text', (record) => textOf(record)],
    ['Reply to', ({ replyTo }) => replyTo],
  ],
  details: (record) => [
    ['Comment', record._id],
    ['Work request', record.workRequest],
    ['Who', formatPerson(record.from)],
    ['Text', textOf(record)],
    ['Mentions', joinList(record.mentions.map(({ name }) => name))],
    ['Reply to', record.replyTo],
    ['When', formatTime(record.created)],
    ['Edited', record.edited && formatTime(record.edited)],
  ],
})

export const offlineComment = defineResource<offlines.OfflineComment>({
  list: offlines.listComments,
  show: offlines.getComment,
  create: offlines.createComment,
  edit: offlines.changeComment,
  delete: offlines.removeComment,
  param: 'comment',
  columns: [
    ['Id', ({ _id }) => _id],
    ['Version', ({ version }) => version],
    ['Timecode', ({ timecode }) => timecode],
    ['Who', ({ from }) => from.name],
    ['Text', (record) => textOf(record)],
    ['Resolved', ({ resolved }) => resolved !== null],
  ],
  details: (record) => [
    ['Comment', record._id],
    ['Offline', record.offline],
    ['Version', record.version],
    ['Timecode', record.timecode],
    ['Frame', record.frame],
    ['Range', record.range && `${record.range.first} to ${record.range.last}`],
    ['Who', formatPerson(record.from)],
    ['Text', textOf(record)],
    ['Mentions', joinList(record.mentions.map(({ name }) => name))],
    ['Reply to', record.replyTo],
    ['Resolved by', record.resolved && formatPerson(record.resolved.by)],
    ['When', formatTime(record.created)],
  ],
})

const textOf = ({ text, removed }: { text: string; removed: boolean }) =>
  removed ? '(removed)' : text
