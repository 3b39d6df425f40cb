import { assets, workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { useEndpointQuery } from '../../../../api/queries.ts'
import { INVALIDATED_PATHS } from '../../moves/use-move-request.ts'
import { toWorkRequestChange, toDraft, type OrderDraft } from '../../../orders/draft.ts'
import { fieldErrorsFromResponse } from '../../../orders/validation.ts'
import { OrderForm } from '../../../orders/form/order-form.tsx'
import { changedFields, previousValues, useDraft } from '../../../../ui/fields/draft.ts'
import { Form } from '../../../../ui/fields/form.tsx'
import { PendingRows } from '../../../../ui/feedback/pending.tsx'
import { showToast } from '../../../../ui/feedback/toasts.tsx'
import { ErrorAlert } from '../../../../ui/feedback/error-alert.tsx'
import { EditSubmittedOrder } from './edit-submitted-order.tsx'

type Props = { request: workrequests.WorkRequest; onEnd: () => void }

/**
 * An order that was not handed in is written on as it was begun; of one that was, only what the
 * service still takes.
 */
export function EditOrder({ request, onEnd }: Props) {
  const { t } = useTranslation(['request', 'common'])
  const [draft, write, meanwhile] = useDraft<OrderDraft>(toDraft(request))
  const change = useEndpointMutation(workrequests.changeWorkRequest, {
    invalidates: INVALIDATED_PATHS,
    silent: true,
  })
  const takeBack = useEndpointMutation(workrequests.changeWorkRequest, {
    invalidates: INVALIDATED_PATHS,
  })
  const params = { id: request._id }
  const save = async () => {
    const before = toWorkRequestChange(toDraft(request))
    const changes = changedFields(before, toWorkRequestChange(draft))
    if (Object.keys(changes).length) {
      await change.mutateAsync({ params, body: changes })
      showToast(t('common:saved'), {
        action: {
          name: t('common:undo'),
          run: () => takeBack.mutate({ params, body: previousValues(before, changes) }),
        },
      })
    }
    onEnd()
  }
  const isOpen = request.status === 'incomplete'
  return (
    <Form
      label={t('editOrder')}
      error={isOpen ? null : change.error}
      isSaving={change.isPending}
      concurrentChange={meanwhile}
      onSave={() => void save().catch(() => {})}
      onCancel={onEnd}
    >
      {isOpen ? (
        <DraftOrderForm request={request} draft={draft} onChange={write} error={change.error} />
      ) : (
        <EditSubmittedOrder request={request} draft={draft} onChange={write} />
      )}
    </Form>
  )
}

type DraftOrderFormProps = {
  request: workrequests.WorkRequest
  draft: OrderDraft
  onChange: (to: Partial<OrderDraft>) => void
  error: Error | null
}

function DraftOrderForm({ request, draft, onChange, error }: DraftOrderFormProps) {
  const {
    data: asset,
    error: missing,
    refetch,
    isFetching,
  } = useEndpointQuery(assets.getAsset, { params: { id: request.asset._id } })
  if (missing && !asset)
    return <ErrorAlert error={missing} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!asset) return <PendingRows rows={4} />
  return (
    <OrderForm
      draft={draft}
      asset={asset}
      onChange={onChange}
      errors={error ? fieldErrorsFromResponse(error) : []}
      oneLanguage
    />
  )
}
