import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { ErrorAlert } from '../feedback/error-alert.tsx'
import type { ConcurrentChange } from './draft.ts'
import styles from './fields.module.css'

type Props = {
  label: string
  children: ReactNode
  /** In place of “Save”. */
  saveLabel?: string
  /** Why it cannot be saved as it stands. */
  disabledReason?: string | undefined
  error: Error | null
  isSaving: boolean
  /** Whether somebody else saved it while one writes. */
  concurrentChange?: ConcurrentChange
  onSave: () => void
  onCancel?: () => void
  /** What else can be done with it, at the far end. */
  extraActions?: ReactNode
}

/** Fields, what the service said to them, and the way to save. */
export function Form({
  label,
  children,
  saveLabel: save,
  disabledReason: refused,
  error,
  isSaving,
  concurrentChange: meanwhile,
  onSave,
  onCancel,
  extraActions: aside,
}: Props) {
  const { t } = useTranslation()
  return (
    <form
      className={styles.form}
      aria-label={label}
      noValidate={false}
      onSubmit={(event) => {
        event.preventDefault()
        if (!refused) onSave()
      }}
    >
      {children}
      {error && <ErrorAlert error={error} />}
      <div role="status">
        {meanwhile?.exists && (
          <div className={styles.meanwhile}>
            <p>{t('changedElsewhere')}</p>
            <Button variant="default" size="sm" onClick={meanwhile.discardDraft}>
              {t('discardMyChanges')}
            </Button>
          </div>
        )}
      </div>
      <div className={styles.actions}>
        <Button type="submit" loading={isSaving} disabled={refused !== undefined}>
          {save ?? t('save')}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        {refused && <span className={styles.note}>{refused}</span>}
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
    </form>
  )
}

/** Fields that stand beside each other where there is room. */
export const FieldRow = ({ children }: { children: ReactNode }) => (
  <div className={styles.row}>{children}</div>
)
