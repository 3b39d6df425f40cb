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

/** A draft can be edited completely. A submitted order has only a few editable fields. */
export function EditOrder({ request, onEnd }: Props) {
  const { t } = useTranslation(['request', 'common'])
  const [draft, edit, concurrentChange] = useDraft<OrderDraft>(toDraft(request))
  const change = useEndpointMutation(workrequests.changeWorkRequest, {
    invalidates: INVALIDATED_PATHS,
    silent: true,
  })
  const undo = useEndpointMutation(workrequests.changeWorkRequest, {
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
          run: () => undo.mutate({ params, body: previousValues(before, changes) }),
        },
      })
    }
    onEnd()
  }
  const isDraft = request.status === 'incomplete'
  return (
    <Form
      label={t('editOrder')}
      error={isDraft ? null : change.error}
      isSaving={change.isPending}
      concurrentChange={concurrentChange}
      onSave={() => void save().catch(() => {})}
      onCancel={onEnd}
    >
      {isDraft ? (
        <DraftOrderForm request={request} draft={draft} onChange={edit} error={change.error} />
      ) : (
        <EditSubmittedOrder request={request} draft={draft} onChange={edit} />
      )}
    </Form>
  )
}

type DraftOrderFormProps = {
  request: workrequests.WorkRequest
  draft: OrderDraft
  onChange: (change: Partial<OrderDraft>) => void
  error: Error | null
}

function DraftOrderForm({ request, draft, onChange, error }: DraftOrderFormProps) {
  const {
    data: asset,
    error: loadError,
    refetch,
    isFetching,
  } = useEndpointQuery(assets.getAsset, { params: { id: request.asset._id } })
  if (loadError && !asset)
    return <ErrorAlert error={loadError} onRetry={() => void refetch()} isRetrying={isFetching} />
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
