import { useTranslation } from '../../../i18n/i18n.ts'
import { Chips } from '../../../ui/fields/chips.tsx'
import type { OrderUse } from '../draft.ts'
import type { OrderSectionProps } from './order-section.ts'
import { FieldMessages } from './field-messages.tsx'
import type { OrderOption } from '../options.ts'
import { UseCard } from './use-card.tsx'
import { useUnavailableText } from './unavailable-reason.ts'
import styles from './order-form.module.css'

/** The uses of the version, each with its formats and recipients. */
export function Uses({
  options,
  ...props
}: OrderSectionProps & { options: OrderOption<OrderUse>[] }) {
  const { draft, onChange, errors, differingFields } = props
  const { t } = useTranslation(['order', 'trade'])
  const unavailableText = useUnavailableText()
  return (
    <div className={styles.section}>
      <h3>{t('uses')}</h3>
      <div className={styles.field}>
        <Chips
          label={t('usesLabel')}
          value={draft.uses}
          onChange={(value) => onChange({ uses: value as OrderUse[] })}
          chips={options.map((option) => ({
            value: option.value,
            name: t(`trade:use.${option.value}`),
            disabledReason: unavailableText(option),
          }))}
        />
        <FieldMessages
          errors={errors}
          fields={['uses']}
          draftFields={['uses', 'details', 'recipients']}
          differingFields={differingFields}
        />
      </div>
      {draft.uses.length > 0 && (
        <div className={styles.uses}>
          {draft.uses.map((use) => (
            <UseCard key={use} use={use} {...props} />
          ))}
        </div>
      )}
      <FieldMessages errors={errors} fields={['recipients']} />
    </div>
  )
}
