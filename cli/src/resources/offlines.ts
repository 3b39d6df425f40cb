import { offlines } from '@reelay/api/contract'
import { formatTime } from '../output/print.ts'
import { defineResource } from './resource.ts'

export const offline = defineResource<offlines.Offline>({
  list: offlines.listOfflines,
  show: offlines.getOffline,
  create: offlines.createOffline,
  edit: offlines.decideOffline,
  columns: [
    ['Id', ({ _id }) => _id],
    ['Version', ({ version }) => version],
    ['Decision', ({ decision }) => decision ?? 'open'],
    ['Reason', ({ reason }) => reason],
    ['Work request', ({ workRequest }) => workRequest],
    ['Created', ({ created }) => formatTime(created)],
  ],
  details: ({ _id, version, decision, reason, code, file, asset, workRequest, created }) => [
    ['Offline', _id],
    ['Version', version],
    ['Decision', decision ?? 'open'],
    ['Reason', reason],
    ['Code', code],
    ['File', file],
    ['Asset', asset],
    ['Work request', workRequest],
    ['Created', formatTime(created)],
  ],
})
