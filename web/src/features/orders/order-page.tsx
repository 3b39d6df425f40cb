import { useEffect, useState } from 'react'
import { Button } from '@mantine/core'
import { assets } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useService } from '../../api/service-context.ts'
import { OrderForm } from './form/order-form.tsx'
import { useOrderQueue } from './queue/use-order-queue.ts'
import { CurrentUserPending } from '../shared/current-user-pending.tsx'
import { useHasPermission } from '../shared/current-user.ts'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PendingRecord } from '../../ui/feedback/pending.tsx'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { AddAssets } from './queue/add-assets.tsx'
import { useQueueEntries, type OrderQueueEntry } from './queue/use-queue-entries.ts'
import { useSubmitOrders } from './submit/use-submit-orders.ts'
import { SubmittedOrders } from './submit/submitted-orders.tsx'
import { QueueList } from './queue/queue-list.tsx'
import { EstimateSummary } from './submit/estimate-summary.tsx'
import styles from './order-page.module.css'

const route = getRouteApi('/app/order')

/** The order queue and the form for the selected orders. */
export function OrderPage() {
  const { t } = useTranslation('order')
  const queue = useOrderQueue()
  const mayOrder = useHasPermission('workrequest.create')
  useAddFromUrl(queue.isPending, (found) => queue.add(found, { silent: true }))
  return (
    <Page title={t('title')} lead={t('lead')}>
      {queue.error && (
        <ErrorAlert error={queue.error} onRetry={queue.retry} isRetrying={queue.isRetrying} />
      )}
      {queue.isPending && <CurrentUserPending pending={<PendingRecord />} />}
      {!queue.isPending &&
        !queue.error &&
        (mayOrder ? (
          <OrderWorkspace queue={queue} />
        ) : (
          <EmptyState title={t('notAllowed')}>
            <p>{t('notAllowedHint')}</p>
          </EmptyState>
        ))}
    </Page>
  )
}

/**
 * Adds the assets named in the URL, by id or slug, to the queue. Then it clears the URL, so that a
 * reload does not add a removed asset again.
 */
function useAddFromUrl(isPending: boolean, add: (found: assets.Asset[]) => void) {
  const { asset } = route.useSearch()
  const navigate = route.useNavigate()
  const { call } = useService()
  useEffect(() => {
    if (!asset || isPending) return
    void navigate({ search: {}, replace: true })
    const ids = asset.split(',').filter(Boolean)
    // Ignore assets that do not exist or that the user cannot see.
    void Promise.allSettled(ids.map((id) => call(assets.getAsset, { params: { id } }))).then(
      (results) =>
        add(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))),
    )
  }, [asset, isPending])
}

function OrderWorkspace({ queue }: { queue: ReturnType<typeof useOrderQueue> }) {
  const { t } = useTranslation('order')
  const entries = useQueueEntries(queue.items)
  const submission = useSubmitOrders()
  const [selection, setSelection] = useState<readonly string[]>([])
  const all = queue.items.map(({ asset }) => asset)
  const stillQueued = selection.filter((asset) => all.includes(asset))
  // Without a selection all orders are edited together.
  const selected = stillQueued.length ? stillQueued : all
  const submit = async (status: 'submitted' | 'incomplete') => {
    const firstRejected = await submission.submit(entries, status)
    if (firstRejected) setSelection([firstRejected])
    // The errors and the list of submitted orders may be out of view of the button.
    setTimeout(() => {
      const target = document.querySelector('[data-field-error]') ?? document.querySelector('h1')
      target?.scrollIntoView({ block: 'center' })
    })
  }
  if (!entries.length)
    return (
      <>
        <SubmittedOrders submitted={submission.submitted} />
        <EmptyQueue />
      </>
    )
  return (
    <>
      <SubmittedOrders submitted={submission.submitted} />
      <div className={styles.layout}>
        <div className={styles.sidebar}>
          <QueueList
            entries={entries}
            selected={selected}
            rejected={submission.rejected}
            onSelect={setSelection}
            onRemove={(asset) => queue.remove([asset])}
            onClear={() => queue.clear()}
          />
          <AddAssets />
          <EstimateSummary
            entries={entries}
            isSubmitting={submission.isSubmitting}
            remaining={submission.remaining}
            onSubmit={(status) => void submit(status)}
          />
        </div>
        <section aria-label={t('orderDetails')}>
          <Card>
            <SelectedOrdersForm
              entries={entries}
              selected={selected}
              submission={submission}
              change={queue.change}
              onSelectAll={() => setSelection(all)}
            />
          </Card>
        </section>
      </div>
    </>
  )
}

type SelectedOrdersFormProps = {
  entries: readonly OrderQueueEntry[]
  selected: readonly string[]
  submission: ReturnType<typeof useSubmitOrders>
  change: ReturnType<typeof useOrderQueue>['change']
  onSelectAll: () => void
}

function SelectedOrdersForm(props: SelectedOrdersFormProps) {
  const { entries, selected, submission, change, onSelectAll } = props
  const { t } = useTranslation('order')
  const edited = entries.filter(({ item, asset }) => asset && selected.includes(item.asset))
  const [first] = edited
  if (!first?.asset) return <PendingRecord />
  const editedAssets = edited.map(({ item }) => item.asset)
  // Show errors only after an attempt to submit.
  const visibleErrors = edited.flatMap(({ orders }) =>
    orders.flatMap(({ key, errors }) => {
      const rejected = submission.rejected.get(key)
      return rejected ? [...rejected, ...errors] : []
    }),
  )
  return (
    <>
      <div className={styles.formHead}>
        <h2 dir="auto">
          {edited.length > 1 ? t('selectedOrders', { count: edited.length }) : first.asset.name}
        </h2>
        {edited.length === 1 && entries.length > 1 && (
          <Button size="xs" variant="default" onClick={onSelectAll}>
            {t('editAll')}
          </Button>
        )}
      </div>
      {edited.length > 1 && <p className={styles.selectionHint}>{t('selectedOrdersHint')}</p>}
      <OrderForm
        key={first.item.asset}
        draft={first.item}
        asset={first.asset}
        errors={visibleErrors}
        selection={{
          drafts: edited.map(({ item }) => item),
          assets: edited.map(({ asset }) => asset!),
        }}
        onChange={(changes) => {
          submission.discardErrors(editedAssets)
          change(editedAssets, changes)
        }}
      />
    </>
  )
}

function EmptyQueue() {
  const { t } = useTranslation('order')
  return (
    <EmptyState
      title={t('empty')}
      action={
        <div className={styles.emptyActions}>
          <AddAssets />
          <Link to="/assets">{t('toLibrary')}</Link>
        </div>
      }
    >
      <p>{t('emptyHint')}</p>
    </EmptyState>
  )
}
