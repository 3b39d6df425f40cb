import { workrequests } from '@reelay/api/contract'
import { formatTime, printTable } from '../output/print.ts'
import { defineResource } from './resource.ts'
import { joinList, formatPerson, formatPrice, formatZonedTime } from '../output/format.ts'

export const request = defineResource<workrequests.WorkRequest>({
  list: workrequests.listWorkRequests,
  show: workrequests.getWorkRequest,
  create: workrequests.createWorkRequest,
  edit: workrequests.changeWorkRequest,
  columns: [
    ['Id', ({ _id }) => _id],
    ['Status', ({ status }) => status],
    ['Territory', ({ territory }) => territory],
    ['Language', ({ language }) => language],
    ['Due', ({ due }) => due && formatTime(due.date)],
    ['Asset', ({ asset }) => asset.name],
    ['Project', ({ project }) => project.name],
  ],
  details: (request) => [
    ['Work request', request._id],
    ['Asset', `${request.asset.name} (${request.asset.slug})`],
    ['Project', request.project.name],
    ['Status', request.status],
    ['Possible statuses', joinList(request.$statuses)],
    ['Territory', request.territory],
    ['Language', request.language],
    ['Due', formatZonedTime(request.due)],
    ['Dialogue', joinList(request.dng.dialogue)],
    ['Graphics', joinList(request.dng.graphics)],
    ['Narration', joinList(request.dng.narration)],
    ['Uses', joinList(request.uses.items)],
    ['Translation', statusOf(request.translation)],
    ['Graphics translation', statusOf(request.graphicsTranslation)],
    ['Offlines', request.offlines.length || ''],
    ['Estimate', formatPrice(request.estimate)],
    ['Instructions', request.instructions],
    ['Ordered by', formatPerson(request.from)],
    ['Created', formatTime(request.created)],
  ],
  printExtra: ({ materials, history }) => {
    if (materials.length) {
      console.log()
      printTable(
        ['Material', 'Complete', 'Approved'],
        materials.map(({ name, complete, approved }) => [name, complete, approved]),
      )
    }
    console.log()
    printTable(
      ['When', 'Status', 'Who', 'Reason'],
      history.map(({ date, status, user, reason, automatic }) => [
        formatTime(date),
        status,
        automatic ? 'Reelay (automatic)' : user.name,
        reason,
      ]),
    )
  },
})

const statusOf = ({ status, translator, _id }: workrequests.WorkRequest['translation']) =>
  `${status}${translator ? `, by ${translator.name}` : ''} (${_id})`
