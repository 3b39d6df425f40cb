import { useId, useState, type FormEvent } from 'react'
import { Button } from '@mantine/core'
import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Select } from '../../../ui/fields/select.tsx'
import styles from './reason-form.module.css'

type Code = (typeof workrequests.REJECTION_CODES)[number]
type Props = {
  title: string
  submitLabel: string
  needsReason?: boolean
  needsCode?: boolean
  isBusy?: boolean
  onSubmit: (input: { reason: string; code?: Code }) => void
  onCancel: () => void
}

/** Asks for the reason, and the problem, that an action needs. */
export function ReasonForm({
  title,
  submitLabel,
  needsReason = true,
  needsCode = false,
  isBusy = false,
  onSubmit,
  onCancel,
}: Props) {
  const { t } = useTranslation(['request', 'trade', 'common'])
  const [reason, setReason] = useState('')
  const [code, setCode] = useState<string>()
  const id = useId()
  const isIncomplete = (needsReason && !reason.trim()) || (needsCode && !code)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isIncomplete) onSubmit({ reason: reason.trim(), ...(code && { code: code as Code }) })
  }
  return (
    <form
      className={styles.form}
      aria-label={title}
      onSubmit={submit}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onCancel()
      }}
    >
      {needsCode && (
        <Select
          label={t('problem')}
          anyLabel={t('selectProblem')}
          value={code}
          options={workrequests.REJECTION_CODES.map((value) => ({
            value,
            name: t(`trade:code.${value}`),
          }))}
          onChange={setCode}
        />
      )}
      <div>
        <label htmlFor={id}>{t('reason')}</label>
        <textarea
          id={id}
          className={styles.textarea}
          rows={3}
          value={reason}
          maxLength={20_000}
          dir="auto"
          autoFocus
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </div>
      <div className={styles.actions}>
        <Button
          type="submit"
          disabled={isIncomplete}
          loading={isBusy}
          aria-describedby={isIncomplete ? `${id}-why` : undefined}
        >
          {submitLabel}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        {isIncomplete && (
          <span id={`${id}-why`} className={styles.hint}>
            {t(needsCode && !code ? 'problemRequired' : 'reasonRequired')}
          </span>
        )}
      </div>
    </form>
  )
}
