// Everything that is known of the orders in the queue: their assets, what each lacks, what each
// would cost.
import { useDebouncedValue } from '@mantine/hooks'
import { assets, workrequests } from '@reelay/api/contract'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useService } from '../../../api/queries.ts'
import { bodiesOf, type Item } from '../draft.ts'
import { faultsOf, isClosed, type Fault } from '../validation.ts'
import { useLeadTimes, useOrderTerritories } from '../form/reference-data.ts'
import { personOf } from '../options.ts'
import { useMe } from '../../shared/current-user.ts'

export type Order = {
  key: string
  body: workrequests.NewWorkRequest
  faults: Fault[]
  estimate: workrequests.Estimate | undefined
  isReckoning: boolean
  error: Error | null
}
/** An asset of the queue; one order for each language. */
export type Entry = {
  item: Item
  asset: assets.Asset | undefined
  error: Error | null
  orders: Order[]
}

const RECKON_AFTER_MS = 400

export function useEntries(items: readonly Item[]): Entry[] {
  const { ask } = useService()
  const known = useAssets(items)
  const judge = useJudge()
  const written = items.map((item, index) => ({
    item,
    ...known[index]!,
    bodies: bodiesOf(item).map((body) => ({ body, faults: judge(body, known[index]!.asset) })),
  }))
  // What the phase closes, or what has no asset, has no price.
  const wanted = written.flatMap(({ asset, bodies }) =>
    bodies.filter(({ faults }) => asset && !isClosed(faults)).map(({ body }) => body),
  )
  const [settled] = useDebouncedValue(JSON.stringify(wanted), RECKON_AFTER_MS)
  const bodies = JSON.parse(settled) as workrequests.NewWorkRequest[]
  const prices = useQueries({
    queries: bodies.map((body) => ({
      queryKey: [workrequests.estimateWorkRequest.path, body],
      queryFn: () => ask(workrequests.estimateWorkRequest, { body }),
      staleTime: 60_000,
      placeholderData: keepPreviousData,
    })),
  })
  const priceOf = (body: workrequests.NewWorkRequest) =>
    prices[bodies.findIndex((one) => one.asset === body.asset && one.language === body.language)]
  return written.map(({ item, asset, error, bodies: own }) => ({
    item,
    asset,
    error,
    orders: own.map(({ body, faults }) => {
      const price = isClosed(faults) ? undefined : priceOf(body)
      return {
        key: `${item.asset} ${body.language ?? ''}`,
        body,
        faults,
        estimate: price?.data,
        isReckoning: price?.isFetching ?? false,
        error: price?.error ?? null,
      }
    }),
  }))
}

function useAssets(items: readonly Item[]) {
  const { ask } = useService()
  const answers = useQueries({
    queries: items.map(({ asset: id }) => ({
      queryKey: [assets.getAsset.path, { params: { id } }],
      queryFn: () => ask(assets.getAsset, { params: { id } }),
    })),
  })
  return answers.map(({ data, error }) => ({ asset: data, error: data ? null : error }))
}

/** What the service would refuse, by its own rules. */
function useJudge() {
  const me = useMe()
  const { all } = useOrderTerritories()
  const leadTimeOf = useLeadTimes()
  const now = Math.floor(Date.now() / 1000)
  return (body: workrequests.NewWorkRequest, asset: assets.Asset | undefined): Fault[] =>
    asset && me
      ? faultsOf(body, {
          asset,
          person: personOf(me),
          territory: all.find(({ code }) => code === body.territory),
          leadTimeHours: leadTimeOf(asset.studio).hours,
          now,
        })
      : []
}
