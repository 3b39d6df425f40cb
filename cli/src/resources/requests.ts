import { workrequests } from '@reelay/api/contract'
import { moment, printTable } from '../output/print.ts'
import { kind } from './resource.ts'
import { listed, person, zoned } from '../output/format.ts'

export const request = kind<workrequests.WorkRequest>({
  list: workrequests.listWorkRequests,
  show: workrequests.getWorkRequest,
  create: workrequests.createWorkRequest,
  edit: workrequests.changeWorkRequest,
  columns: [
    ['Id', ({ _id }) => _id],
    ['Status', ({ status }) => status],
    ['Territory', ({ territory }) => territory],
    ['Language', ({ language }) => language],
    ['Due', ({ due }) => due && moment(due.date)],
    ['Asset', ({ asset }) => asset.name],
    ['Project', ({ project }) => project.name],
  ],
  facts: (request) => [
    ['Work request', request._id],
    ['Asset', `${request.asset.name} (${request.asset.slug})`],
    ['Project', request.project.name],
    ['Status', request.status],
    ['You may choose', listed(request.$statuses)],
    ['Territory', request.territory],
    ['Language', request.language],
    ['Due', zoned(request.due)],
    ['Dialogue', listed(request.dng.dialogue)],
    ['Graphics', listed(request.dng.graphics)],
    ['Narration', listed(request.dng.narration)],
    ['Uses', listed(request.uses.items)],
    ['Translation', statusOf(request.translation)],
    ['Graphics translation', statusOf(request.graphicsTranslation)],
    ['Offlines', request.offlines.length || ''],
    ['Estimate', request.estimate.applied],
    ['Instructions', request.instructions],
    ['Ordered by', person(request.from)],
    ['Created', moment(request.created)],
  ],
  below: ({ materials, history }) => {
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
      history.map(({ date, status, user, reason }) => [moment(date), status, user.name, reason]),
    )
  },
})

const statusOf = ({ status, translator, _id }: workrequests.WorkRequest['translation']) =>
  `${status}${translator ? `, by ${translator.name}` : ''} (${_id})`
