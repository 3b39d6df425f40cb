import { useEffect, useState } from 'react'
import { Button } from '@mantine/core'
import { assets } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useService } from '../../api/queries.ts'
import { OrderForm } from './form/order-form.tsx'
import { useOrderQueue } from './queue/use-order-queue.ts'
import { AwaitMe } from '../shared/current-user-pending.tsx'
import { useMay } from '../shared/current-user.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PendingRecord } from '../../ui/feedback/pending.tsx'
import { Trouble } from '../../ui/feedback/error-alert.tsx'
import { AddAssets } from './queue/add-assets.tsx'
import { useEntries, type Entry } from './queue/use-queue-entries.ts'
import { usePlace } from './submit/use-submit-orders.ts'
import { PlacedOrders } from './submit/submitted-orders.tsx'
import { Queue } from './queue/queue-list.tsx'
import { Summary } from './submit/estimate-summary.tsx'
import styles from './order-page.module.css'

const route = getRouteApi('/inside/order')

/** What is about to be ordered, and the form for it. */
export function Order() {
  const { t } = useTranslation('order')
  const queue = useOrderQueue()
  const mayOrder = useMay('workrequest.create')
  useAddressed(queue.isPending, (found) => queue.add(found, { quiet: true }))
  return (
    <Page title={t('title')} lead={t('lead')}>
      {queue.error && <Trouble error={queue.error} again={queue.again} isTrying={queue.isTrying} />}
      {queue.isPending && <AwaitMe pending={<PendingRecord />} />}
      {!queue.isPending &&
        !queue.error &&
        (mayOrder ? (
          <Desk queue={queue} />
        ) : (
          <Empty title={t('notYours')}>
            <p>{t('notYoursAdvice')}</p>
          </Empty>
        ))}
    </Page>
  )
}

/**
 * What the address names, by id or slug, is put into the queue, and the address is clean again: a
 * reload must not bring back what was taken out.
 */
function useAddressed(isPending: boolean, add: (found: assets.Asset[]) => void) {
  const { asset } = route.useSearch()
  const navigate = route.useNavigate()
  const { ask } = useService()
  useEffect(() => {
    if (!asset || isPending) return
    void navigate({ search: {}, replace: true })
    // One that is not there, or not for this person, is left out.
    void Promise.allSettled(
      asset
        .split(',')
        .filter(Boolean)
        .map((id) => ask(assets.getAsset, { params: { id } })),
    ).then((asked) => add(asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))))
  }, [asset, isPending])
}

function Desk({ queue }: { queue: ReturnType<typeof useOrderQueue> }) {
  const { t } = useTranslation('order')
  const entries = useEntries(queue.items)
  const placing = usePlace()
  const [wish, setWish] = useState<readonly string[] | null>(null)
  // Until somebody chooses, all are written together.
  const here = queue.items.map(({ asset }) => asset)
  const chosen = wish?.filter((asset) => here.includes(asset)).length
    ? wish.filter((asset) => here.includes(asset))
    : here
  const place = async (status: 'submitted' | 'incomplete') => {
    const { first } = await placing.place(entries, status)
    if (first) setWish([first])
    // Where the button is, neither what was taken nor what is missing may be in sight.
    setTimeout(() =>
      (document.querySelector('[data-fault]') ?? document.querySelector('h1'))?.scrollIntoView({
        block: 'center',
      }),
    )
  }
  if (!entries.length)
    return (
      <>
        <PlacedOrders placed={placing.placed} />
        <NoneYet />
      </>
    )
  return (
    <>
      <PlacedOrders placed={placing.placed} />
      <div className={styles.desk}>
        <div className={styles.side}>
          <Queue
            entries={entries}
            chosen={chosen}
            refused={placing.refused}
            onChoose={setWish}
            onRemove={(asset) => queue.remove([asset])}
            onClear={() => queue.clear()}
          />
          <AddAssets />
          <Summary
            entries={entries}
            isPlacing={placing.isPlacing}
            left={placing.left}
            onPlace={(status) => void place(status)}
          />
        </div>
        <section aria-label={t('form')}>
          <Card>
            <Writing
              entries={entries}
              chosen={chosen}
              placing={placing}
              change={queue.change}
              onAll={() => setWish(here)}
            />
          </Card>
        </section>
      </div>
    </>
  )
}

type WritingParts = {
  entries: readonly Entry[]
  chosen: readonly string[]
  placing: ReturnType<typeof usePlace>
  change: ReturnType<typeof useOrderQueue>['change']
  onAll: () => void
}

function Writing({ entries, chosen, placing, change, onAll }: WritingParts) {
  const { t } = useTranslation('order')
  const own = entries.filter(({ item, asset }) => asset && chosen.includes(item.asset))
  const [first] = own
  if (!first?.asset) return <PendingRecord />
  const faults = own.flatMap(({ orders }) =>
    orders.flatMap(({ key, faults: known }) => {
      const said = placing.refused.get(key)
      return said ? [...said, ...known] : []
    }),
  )
  return (
    <>
      <div className={styles.writing}>
        <h2 dir="auto">
          {own.length > 1 ? t('together', { count: own.length }) : first.asset.name}
        </h2>
        {own.length === 1 && entries.length > 1 && (
          <Button size="xs" variant="default" onClick={onAll}>
            {t('chooseAll')}
          </Button>
        )}
      </div>
      {own.length > 1 && <p className={styles.togetherHint}>{t('togetherHint')}</p>}
      <OrderForm
        key={first.item.asset}
        draft={first.item}
        asset={first.asset}
        faults={faults}
        together={{ drafts: own.map(({ item }) => item), assets: own.map(({ asset }) => asset!) }}
        onChange={(to) => {
          const assets = own.map(({ item }) => item.asset)
          placing.touch(assets)
          change(assets, to)
        }}
      />
    </>
  )
}

function NoneYet() {
  const { t } = useTranslation('order')
  return (
    <Empty
      title={t('none')}
      action={
        <div className={styles.noneActs}>
          <AddAssets />
          <Link to="/assets">{t('toLibrary')}</Link>
        </div>
      }
    >
      <p>{t('noneLesson')}</p>
    </Empty>
  )
}
