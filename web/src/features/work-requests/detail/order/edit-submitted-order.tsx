import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import type { OrderDraft } from '../../../orders/draft.ts'
import { RecipientsField } from '../../../orders/form/recipients-field.tsx'
import { InstructionsField, OrderTagsField } from '../../../orders/form/text-fields.tsx'
import { useDisplayNames } from '../use-display-names.ts'
import orderForm from '../../../orders/form/order-form.module.css'
import section from '../section.module.css'

type Props = {
  request: workrequests.WorkRequest
  draft: OrderDraft
  onChange: (change: Partial<OrderDraft>) => void
}

/** The fields that the owner may still change after the order was submitted. */
export function EditSubmittedOrder({ request, draft, onChange }: Props) {
  const { t } = useTranslation('request')
  const { nameOfUse } = useDisplayNames()
  const uses = workrequests.RECIPIENT_USES.filter(
    (use) =>
      (request.uses.items as readonly string[]).includes(use) || request.recipients[use].length > 0,
  )
  return (
    <>
      <p className={section.hint}>{t('orderLocked')}</p>
      <div className={orderForm.section}>
        <InstructionsField draft={draft} onChange={onChange} errors={[]} />
        <OrderTagsField draft={draft} onChange={onChange} errors={[]} />
        {uses.map((use) => (
          <RecipientsField
            key={use}
            label={t('recipientsFor', { use: nameOfUse(use) })}
            value={draft.recipients[use] ?? []}
            onChange={(value) => onChange({ recipients: { ...draft.recipients, [use]: value } })}
          />
        ))}
      </div>
    </>
  )
}
