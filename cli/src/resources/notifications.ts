import { notifications } from '@reelay/api/contract'
import { formatTime } from '../output/print.ts'
import { defineResource } from './resource.ts'
import { joinList } from '../output/format.ts'

export const notification = defineResource<notifications.Notification>({
  list: notifications.listNotifications,
  show: notifications.getNotification,
  edit: notifications.markNotification,
  columns: [
    ['Id', ({ _id }) => _id],
    ['When', ({ created }) => formatTime(created)],
    ['Read', ({ read }) => read],
    ['What', ({ title }) => title],
    ['Asset', ({ event }) => namesOf(event.assets)],
  ],
  details: ({ _id, title, type, event, read, viewed, created }) => [
    ['Notification', title],
    ['Id', _id],
    ['Type', type],
    ['From', event.automatic ? 'Reelay (automatic)' : event.from.name],
    ['Work request', event.workRequest?._id],
    ['Assets', namesOf(event.assets)],
    ['Projects', namesOf(event.projects)],
    ['Read', read],
    ['Viewed', viewed],
    ['When', formatTime(created)],
  ],
})

const namesOf = (items: { name: string }[] = []) => joinList(items.map(({ name }) => name))
