import { useTranslation } from '../../../i18n/i18n.ts'
import type { Draft } from '../draft.ts'
import { at, type Fault, type Field } from '../validation.ts'
import styles from './order-form.module.css'

type Parts = {
  faults: readonly Fault[]
  fields: Field[]
  /** The names in the draft, where it can differ between orders. */ of?: (keyof Draft)[]
  differs?: ReadonlySet<keyof Draft>
}

/** What is missing at a field, and whether the chosen orders differ in it. */
export function FieldNotes({ faults, fields, of = [], differs }: Parts) {
  const { t } = useTranslation('order')
  const words = useFaultWords()
  const said = [...new Set(at(faults, ...fields).map(words))]
  return (
    <>
      {of.some((name) => differs?.has(name)) && <p className={styles.differs}>{t('differs')}</p>}
      {said.map((text) => (
        <p key={text} className={styles.fault} role="alert" data-fault>
          {text}
        </p>
      ))}
    </>
  )
}

/** In the reader's words where there are any; the service speaks English. */
export function useFaultWords(): (fault: Fault) => string {
  const { t } = useTranslation('order')
  return ({ code, text }) => (code ? t(`fault.${code}`) : text)
}
