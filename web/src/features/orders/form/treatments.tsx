import { assetRules } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Chips } from '../../../ui/fields/chips.tsx'
import type { PartParts } from './order-form.tsx'
import { FieldNotes } from './field-messages.tsx'
import type { Offers } from '../options.ts'
import { useWhy } from './unavailable-reason.ts'
import styles from './order-form.module.css'

/** What is done with what is spoken, written and told. */
export function Treatments({
  draft,
  onChange,
  faults,
  differs,
  offers,
}: PartParts & { offers: Offers }) {
  const { t } = useTranslation(['order', 'trade'])
  const why = useWhy()
  return (
    <div className={styles.section}>
      <h3>{t('treatments')}</h3>
      {assetRules.PARTS.map((part) => (
        <div key={part} className={styles.field}>
          <Chips
            label={t(`trade:part.${part}`)}
            alone="OV"
            value={draft[part]}
            onChange={(value) => onChange({ [part]: value })}
            chips={offers[part].map((offer) => ({
              value: offer.value,
              name: t(`trade:treatment.${offer.value as 'OV'}`),
              why: why(offer),
            }))}
          />
          <FieldNotes faults={faults} fields={[part]} of={[part]} differs={differs} />
        </div>
      ))}
      <FieldNotes faults={faults} fields={['treatments']} />
    </div>
  )
}
