import { useId } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { TagsField } from '../../../ui/fields/tags-field.tsx'
import type { OrderSectionProps } from './order-section.ts'
import { FieldMessages } from './field-messages.tsx'
import styles from './order-form.module.css'

type Props = Pick<OrderSectionProps, 'draft' | 'onChange' | 'errors'> &
  Partial<Pick<OrderSectionProps, 'differingFields'>>

/** Instructions and tags can still be edited after the order was submitted. */
export function InstructionsField({ draft, onChange, errors, differingFields }: Props) {
  const { t } = useTranslation('order')
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t('instructions')}</label>
      <textarea
        id={id}
        className={styles.textarea}
        dir="auto"
        maxLength={20_000}
        value={draft.instructions}
        onChange={({ currentTarget }) => onChange({ instructions: currentTarget.value })}
      />
      <FieldMessages
        errors={errors}
        fields={['instructions']}
        draftFields={['instructions']}
        {...(differingFields && { differingFields })}
      />
    </div>
  )
}

export function OrderTagsField({ draft, onChange, errors, differingFields }: Props) {
  const { t } = useTranslation('order')
  return (
    <div className={styles.field}>
      <TagsField
        label={t('tags')}
        placeholder={t('tagsPlaceholder')}
        value={draft.tags}
        onChange={(tags) => onChange({ tags })}
      />
      <FieldMessages
        errors={errors}
        fields={['tags']}
        draftFields={['tags']}
        {...(differingFields && { differingFields })}
      />
    </div>
  )
}
