// The queue with what each order needs: its asset, its validation errors and its estimate.
import { useDebouncedValue } from '@mantine/hooks'
import { assets, workrequests } from '@reelay/api/contract'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useService } from '../../../api/service-context.ts'
import { toNewWorkRequests, type OrderQueueItem } from '../draft.ts'
import { isBlockedByPhase, validateOrder, type OrderFieldError } from '../validation.ts'
import { useLeadTimes, useOrderTerritories } from '../form/reference-data.ts'
import { toOrderingUser } from '../options.ts'
import { useCurrentUser } from '../../shared/current-user.ts'

type NewWorkRequest = workrequests.NewWorkRequest

export type QueuedOrder = {
  key: string
  body: NewWorkRequest
  errors: OrderFieldError[]
  estimate: workrequests.Estimate | undefined
  isEstimating: boolean
  estimateError: Error | null
}
/** An asset in the queue, with one order for each language. */
export type OrderQueueEntry = {
  item: OrderQueueItem
  asset: assets.Asset | undefined
  error: Error | null
  orders: QueuedOrder[]
}

const ESTIMATE_AFTER_MS = 400

export function useQueueEntries(items: readonly OrderQueueItem[]): OrderQueueEntry[] {
  const loaded = useAssets(items)
  const validate = useValidate()
  const entries = items.map((item, index) => {
    const { asset, error } = loaded[index]!
    const orders = toNewWorkRequests(item).map((body) => ({
      key: `${item.asset} ${body.language ?? ''}`,
      body,
      errors: validate(body, asset),
    }))
    return { item, asset, error, orders }
  })
  // The service gives no estimate for an order that the phase does not allow.
  const priceable = entries.flatMap(({ asset, orders }) =>
    asset ? orders.filter(({ errors }) => !isBlockedByPhase(errors)) : [],
  )
  const estimateOf = useEstimates(priceable.map(({ body }) => body))
  return entries.map(({ item, asset, error, orders }) => ({
    item,
    asset,
    error,
    orders: orders.map(({ key, body, errors }) => {
      const result = isBlockedByPhase(errors) ? undefined : estimateOf(body)
      return {
        key,
        body,
        errors,
        estimate: result?.data,
        isEstimating: result?.isFetching ?? false,
        estimateError: result?.error ?? null,
      }
    }),
  }))
}

function useEstimates(requests: readonly NewWorkRequest[]) {
  const { call } = useService()
  // A string compares by value, so the debounce restarts only when an order really changes.
  const [debounced] = useDebouncedValue(JSON.stringify(requests), ESTIMATE_AFTER_MS)
  const bodies = JSON.parse(debounced) as NewWorkRequest[]
  const results = useQueries({
    queries: bodies.map((body) => ({
      queryKey: [workrequests.estimateWorkRequest.path, body],
      queryFn: () => call(workrequests.estimateWorkRequest, { body }),
      staleTime: 60_000,
      placeholderData: keepPreviousData,
    })),
  })
  return ({ asset, language }: NewWorkRequest) =>
    results[bodies.findIndex((body) => body.asset === asset && body.language === language)]
}

function useAssets(items: readonly OrderQueueItem[]) {
  const { call } = useService()
  const results = useQueries({
    queries: items.map(({ asset: id }) => ({
      queryKey: [assets.getAsset.path, { params: { id } }],
      queryFn: () => call(assets.getAsset, { params: { id } }),
    })),
  })
  return results.map(({ data, error }) => ({ asset: data, error: data ? null : error }))
}

function useValidate() {
  const me = useCurrentUser()
  const { all } = useOrderTerritories()
  const leadTimeOf = useLeadTimes()
  const now = Math.floor(Date.now() / 1000)
  return (body: NewWorkRequest, asset: assets.Asset | undefined): OrderFieldError[] =>
    asset && me
      ? validateOrder(body, {
          asset,
          user: toOrderingUser(me),
          territory: all.find(({ code }) => code === body.territory),
          leadTimeHours: leadTimeOf(asset.studio).hours,
          now,
        })
      : []
}
