import { useState } from 'react'
import { Button, NativeSelect } from '@mantine/core'
import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { Writing } from './comment-field.tsx'
import styles from './review.module.css'

type Code = (typeof workrequests.REJECTION_CODES)[number]
type Parts = {
  isPending: boolean
  onCancel: () => void
  onReject: (reason: string, code: Code) => void
}

/** What is wrong, by a code that reports can count, and in words. */
export function Reject({ isPending, onCancel, onReject }: Parts) {
  const { t } = useTranslation(['review', 'trade', 'common'])
  const [code, setCode] = useState<Code | ''>('')
  const [reason, setReason] = useState('')
  const isReady = code !== '' && reason.trim() !== ''
  const send = () => {
    if (code && reason.trim()) onReject(reason.trim(), code)
  }
  return (
    <form
      className={styles.reject}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <NativeSelect
        label={t('decide.code')}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value as Code)}
        data={[
          { value: '', label: t('decide.choose') },
          ...workrequests.REJECTION_CODES.map((one) => ({
            value: one,
            label: t(`trade:code.${one}`),
          })),
        ]}
      />
      <Writing
        label={t('decide.reason')}
        hint={t('decide.reasonHint')}
        value={reason}
        onChange={setReason}
        onSend={send}
        onCancel={onCancel}
        autoFocus
      />
      <div className={styles.marks}>
        <Button
          type="submit"
          color="red"
          loading={isPending}
          disabled={!isReady}
          title={isReady ? undefined : t('decide.needsBoth')}
        >
          {t('decide.rejectNow')}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  )
}
