import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { Draft } from '../../orders/draft.ts'
import { Recipients } from '../../orders/form/recipients-field.tsx'
import { Instructions, Tags } from '../../orders/form/text-fields.tsx'
import { useTradeNames } from './trade-names.ts'
import order from '../../orders/form/order-form.module.css'
import styles from './request.module.css'

type Parts = {
  request: workrequests.WorkRequest
  draft: Draft
  onChange: (to: Partial<Draft>) => void
}

/** What stays open to whoever ordered once an order was handed in. */
export function EditCarried({ request, draft, onChange }: Parts) {
  const { t } = useTranslation('request')
  const { useName } = useTradeNames()
  const uses = workrequests.RECIPIENT_USES.filter(
    (use) =>
      (request.uses.items as readonly string[]).includes(use) || request.recipients[use].length > 0,
  )
  return (
    <>
      <p className={styles.lesser}>{t('orderedIsClosed')}</p>
      <div className={order.section}>
        <Instructions draft={draft} onChange={onChange} faults={[]} />
        <Tags draft={draft} onChange={onChange} faults={[]} />
        {uses.map((use) => (
          <Recipients
            key={use}
            label={t('recipientsFor', { use: useName(use) })}
            value={draft.recipients[use] ?? []}
            onChange={(value) => onChange({ recipients: { ...draft.recipients, [use]: value } })}
          />
        ))}
      </div>
    </>
  )
}
