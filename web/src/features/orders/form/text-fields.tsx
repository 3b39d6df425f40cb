import { useId } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { TagsField } from '../../../ui/fields/tags-field.tsx'
import type { PartParts } from './order-form.tsx'
import { FieldNotes } from './field-messages.tsx'
import styles from './order-form.module.css'

type Parts = Pick<PartParts, 'draft' | 'onChange' | 'faults'> & Partial<Pick<PartParts, 'differs'>>

/** What is said in words. It stays open after an order was handed in. */
export function Instructions({ draft, onChange, faults, differs }: Parts) {
  const { t } = useTranslation('order')
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t('instructions')}</label>
      <textarea
        id={id}
        className={styles.text}
        dir="auto"
        maxLength={20_000}
        value={draft.instructions}
        onChange={({ currentTarget }) => onChange({ instructions: currentTarget.value })}
      />
      <FieldNotes
        faults={faults}
        fields={['instructions']}
        of={['instructions']}
        {...(differs && { differs })}
      />
    </div>
  )
}

export function Tags({ draft, onChange, faults, differs }: Parts) {
  const { t } = useTranslation('order')
  return (
    <div className={styles.field}>
      <TagsField
        label={t('tags')}
        placeholder={t('tagsExample')}
        value={draft.tags}
        onChange={(tags) => onChange({ tags })}
      />
      <FieldNotes faults={faults} fields={['tags']} of={['tags']} {...(differs && { differs })} />
    </div>
  )
}
