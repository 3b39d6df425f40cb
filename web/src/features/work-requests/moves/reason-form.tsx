import { useId, useState, type FormEvent } from 'react'
import { Button } from '@mantine/core'
import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Select } from '../../../ui/fields/select.tsx'
import styles from './reason-form.module.css'

type Code = (typeof workrequests.REJECTION_CODES)[number]
type Props = {
  title: string
  act: string
  needsReason?: boolean
  needsCode?: boolean
  isBusy?: boolean
  onGive: (given: { reason: string; code?: Code }) => void
  onCancel: () => void
}

/** Asks, in place, for what an act cannot do without. */
export function ReasonForm({
  title,
  act,
  needsReason = true,
  needsCode = false,
  isBusy = false,
  onGive,
  onCancel,
}: Props) {
  const { t } = useTranslation(['request', 'trade', 'common'])
  const [reason, setReason] = useState('')
  const [code, setCode] = useState<string>()
  const id = useId()
  const lacks = (needsReason && !reason.trim()) || (needsCode && !code)
  const give = (event: FormEvent) => {
    event.preventDefault()
    if (!lacks) onGive({ reason: reason.trim(), ...(code && { code: code as Code }) })
  }
  return (
    <form
      className={styles.form}
      aria-label={title}
      onSubmit={give}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onCancel()
      }}
    >
      {needsCode && (
        <Select
          label={t('codeLabel')}
          anyLabel={t('codeAny')}
          value={code}
          options={workrequests.REJECTION_CODES.map((value) => ({
            value,
            name: t(`trade:code.${value}`),
          }))}
          onChange={setCode}
        />
      )}
      <div>
        <label htmlFor={id}>{t('reasonLabel')}</label>
        <textarea
          id={id}
          className={styles.area}
          rows={3}
          value={reason}
          maxLength={20_000}
          dir="auto"
          autoFocus
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </div>
      <div className={styles.acts}>
        <Button
          type="submit"
          disabled={lacks}
          loading={isBusy}
          aria-describedby={lacks ? `${id}-why` : undefined}
        >
          {act}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        {lacks && (
          <span id={`${id}-why`} className={styles.lesser}>
            {t(needsCode && !code ? 'giveCode' : 'giveReason')}
          </span>
        )}
      </div>
    </form>
  )
}
