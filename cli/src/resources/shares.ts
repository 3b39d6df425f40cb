import { shares } from '@reelay/api/contract'
import { formatPerson, joinList } from '../output/format.ts'
import { formatTime, printTable } from '../output/print.ts'
import { defineResource } from './resource.ts'

/** A new share has its open link. */
export const share = defineResource<shares.Share & { url?: string | null }>({
  list: shares.listShares,
  show: shares.getShare,
  create: shares.createShare,
  delete: shares.revokeShare,
  columns: [
    ['Id', ({ _id }) => _id],
    ['Kind', ({ kind }) => kind],
    ['Name', ({ name }) => name],
    ['State', ({ $state }) => $state],
    [
      'Recipients',
      ({ recipients }) => joinList(recipients.map(({ email }) => email ?? 'open link')),
    ],
    ['Expires', ({ expires }) => formatTime(expires)],
  ],
  details: (record) => [
    ['Share', record._id],
    ['Kind', record.kind],
    ['Name', record.name],
    ['State', record.$state],
    ['Message', record.message],
    ['Files', joinList(record.files.map(({ name }) => name))],
    ['Download', record.mayDownload],
    ['Comment', record.mayComment],
    ['Decide', record.mayDecide],
    ['Follow sessions', record.mayFollow],
    ['Watermark', record.watermark],
    ['Passphrase', record.hasPassphrase],
    ['Expires', formatTime(record.expires)],
    ['Revoked', record.revoked && formatTime(record.revoked)],
    ['From', formatPerson(record.from)],
    ['Created', formatTime(record.created)],
    ['Open link (shown once)', record.url],
  ],
  printExtra: ({ recipients }) => {
    if (!recipients.length) return
    console.log()
    printTable(
      ['Recipient', 'Opened', 'Opens', 'Downloads', 'Decision', 'Comment'],
      recipients.map(({ email, opened, opens, downloads, decision, comment }) => [
        email ?? 'open link',
        opened && formatTime(opened),
        opens,
        downloads,
        decision,
        comment,
      ]),
    )
  },
})
