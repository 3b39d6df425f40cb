import { notifications } from '@reelay/api/contract'
import { moment } from '../output/print.ts'
import { kind } from './resource.ts'
import { listed } from '../output/format.ts'

export const notification = kind<notifications.Notification>({
  list: notifications.listNotifications,
  show: notifications.getNotification,
  edit: notifications.markNotification,
  columns: [
    ['Id', ({ _id }) => _id],
    ['When', ({ created }) => moment(created)],
    ['Read', ({ read }) => read],
    ['What', ({ title }) => title],
    ['Asset', ({ event }) => namesOf(event.assets)],
  ],
  facts: ({ _id, title, type, event, read, viewed, created }) => [
    ['Notification', title],
    ['Id', _id],
    ['Type', type],
    ['From', event.from.name],
    ['Work request', event.workRequest?._id],
    ['Assets', namesOf(event.assets)],
    ['Projects', namesOf(event.projects)],
    ['Read', read],
    ['Viewed', viewed],
    ['When', moment(created)],
  ],
})

const namesOf = (things: { name: string }[] = []) => listed(things.map(({ name }) => name))
