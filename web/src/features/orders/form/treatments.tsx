import { assetRules } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Chips } from '../../../ui/fields/chips.tsx'
import type { OrderSectionProps } from './order-section.ts'
import { FieldMessages } from './field-messages.tsx'
import type { OrderOptions } from '../options.ts'
import { useUnavailableText } from './unavailable-reason.ts'
import styles from './order-form.module.css'

/** The treatment of dialogue, graphics and narration. */
export function Treatments({
  draft,
  onChange,
  errors,
  differingFields,
  options,
}: OrderSectionProps & { options: OrderOptions }) {
  const { t } = useTranslation(['order', 'trade'])
  const unavailableText = useUnavailableText()
  return (
    <div className={styles.section}>
      <h3>{t('treatments')}</h3>
      {assetRules.PARTS.map((part) => (
        <div key={part} className={styles.field}>
          <Chips
            label={t(`trade:part.${part}`)}
            exclusive="OV"
            value={draft[part]}
            onChange={(value) => onChange({ [part]: value })}
            chips={options[part].map((option) => ({
              value: option.value,
              name: t(`trade:treatment.${option.value as 'OV'}`),
              disabledReason: unavailableText(option),
            }))}
          />
          <FieldMessages
            errors={errors}
            fields={[part]}
            draftFields={[part]}
            differingFields={differingFields}
          />
        </div>
      ))}
      <FieldMessages errors={errors} fields={['treatments']} />
    </div>
  )
}
