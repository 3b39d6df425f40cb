import { useTranslation } from '../../../i18n/i18n.ts'
import type { OrderDraft } from '../draft.ts'
import { errorsForFields, type OrderFieldError, type OrderField } from '../validation.ts'
import styles from './order-form.module.css'

type Props = {
  errors: readonly OrderFieldError[]
  fields: OrderField[]
  /** The fields of the draft that may differ between the selected orders. */
  draftFields?: (keyof OrderDraft)[]
  differingFields?: ReadonlySet<keyof OrderDraft>
}

/** The errors of a field, and a hint if the selected orders differ in it. */
export function FieldMessages({ errors, fields, draftFields = [], differingFields }: Props) {
  const { t } = useTranslation('order')
  const toText = useFieldErrorText()
  const texts = [...new Set(errorsForFields(errors, ...fields).map(toText))]
  return (
    <>
      {draftFields.some((name) => differingFields?.has(name)) && (
        <p className={styles.differs}>{t('differs')}</p>
      )}
      {texts.map((text) => (
        <p key={text} className={styles.error} role="alert" data-field-error>
          {text}
        </p>
      ))}
    </>
  )
}

/** Prefers the translated text; the service's messages are in English. */
function useFieldErrorText(): (error: OrderFieldError) => string {
  const { t } = useTranslation('order')
  return ({ code, text }) => (code ? t(`error.${code}`) : text)
}
