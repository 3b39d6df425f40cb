import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { ErrorAlert } from '../feedback/error-alert.tsx'
import type { ConcurrentChange } from './draft.ts'
import styles from './fields.module.css'

export type FormProps = {
  label: string
  children: ReactNode
  /** Defaults to “Save”. */
  saveLabel?: string
  /** Disables the submit button and is shown next to it. */
  disabledReason?: string | undefined
  error: Error | null
  isSaving: boolean
  concurrentChange?: ConcurrentChange
  onSave: () => void
  onCancel?: () => void
  /** Buttons at the end of the row of buttons. */
  extraActions?: ReactNode
}

export function Form({
  label,
  children,
  saveLabel,
  disabledReason,
  error,
  isSaving,
  concurrentChange,
  onSave,
  onCancel,
  extraActions,
}: FormProps) {
  const { t } = useTranslation()
  return (
    <form
      className={styles.form}
      aria-label={label}
      noValidate={false}
      onSubmit={(event) => {
        event.preventDefault()
        if (!disabledReason) onSave()
      }}
    >
      {children}
      {error && <ErrorAlert error={error} />}
      <div role="status">
        {concurrentChange?.exists && (
          <div className={styles.concurrentChange}>
            <p>{t('changedElsewhere')}</p>
            <Button variant="default" size="sm" onClick={concurrentChange.discardDraft}>
              {t('discardMyChanges')}
            </Button>
          </div>
        )}
      </div>
      <div className={styles.actions}>
        <Button type="submit" loading={isSaving} disabled={disabledReason !== undefined}>
          {saveLabel ?? t('save')}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        {disabledReason && <span className={styles.note}>{disabledReason}</span>}
        {extraActions && <div className={styles.extraActions}>{extraActions}</div>}
      </div>
    </form>
  )
}

/** Fields side by side where there is room. */
export const FieldRow = ({ children }: { children: ReactNode }) => (
  <div className={styles.row}>{children}</div>
)
