import { offlines, type workrequests } from '@reelay/api/contract'
import { useEndpointQuery } from '../../api/queries.ts'

export const versionsInput = (workRequest: string) => ({
  query: { workRequest },
  range: { first: 0, last: 99 },
})
export const commentsInput = (offline: string) => ({
  params: { id: offline },
  range: { first: 0, last: 499 },
})

type Request = Pick<workrequests.WorkRequest, '_id'>

export const useVersionsQuery = ({ _id }: Request) =>
  useEndpointQuery(offlines.listOfflines, versionsInput(_id), {
    pollWhile: ({ items }) =>
      items.some(({ status }) => status === 'waiting' || status === 'making'),
  })

export const useVersions = (request: Request): offlines.Offline[] | undefined =>
  useVersionsQuery(request).data?.items
