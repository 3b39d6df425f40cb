import { offlines } from '@reelay/api/contract'
import { moment } from '../output/print.ts'
import { kind } from './resource.ts'

export const offline = kind<offlines.Offline>({
  list: offlines.listOfflines,
  show: offlines.getOffline,
  create: offlines.bringOffline,
  edit: offlines.decideOffline,
  columns: [
    ['Id', ({ _id }) => _id],
    ['Version', ({ version }) => version],
    ['Decision', ({ decision }) => decision ?? 'open'],
    ['Reason', ({ reason }) => reason],
    ['Work request', ({ workRequest }) => workRequest],
    ['Created', ({ created }) => moment(created)],
  ],
  facts: ({ _id, version, decision, reason, code, file, asset, workRequest, created }) => [
    ['Offline', _id],
    ['Version', version],
    ['Decision', decision ?? 'open'],
    ['Reason', reason],
    ['Code', code],
    ['File', file],
    ['Asset', asset],
    ['Work request', workRequest],
    ['Created', moment(created)],
  ],
})
