import { useState } from 'react'
import { Button, NativeSelect } from '@mantine/core'
import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useCommentText } from '../shared/mentions/use-comment-text.ts'
import { CommentField } from './comment-field.tsx'
import styles from './panel.module.css'

type RejectionCode = (typeof workrequests.REJECTION_CODES)[number]
type Props = {
  isPending: boolean
  onCancel: () => void
  onReject: (reason: string, code: RejectionCode) => void
}

/** A rejection code, which the reports count, and a reason. */
export function RejectForm({ isPending, onCancel, onReject }: Props) {
  const { t } = useTranslation(['review', 'trade', 'common'])
  const [code, setCode] = useState<RejectionCode | ''>('')
  const reason = useCommentText()
  const isReady = code !== '' && !reason.isEmpty
  const send = () => {
    if (code && !reason.isEmpty) onReject(reason.toComment().text, code)
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <NativeSelect
        label={t('decision.code')}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value as RejectionCode)}
        data={[
          { value: '', label: t('decision.selectCode') },
          ...workrequests.REJECTION_CODES.map((value) => ({
            value,
            label: t(`trade:code.${value}`),
          })),
        ]}
      />
      <CommentField
        label={t('decision.reason')}
        hint={t('decision.reasonHint')}
        comment={reason}
        onSend={send}
        onCancel={onCancel}
        autoFocus
      />
      <div className={styles.buttons}>
        <Button
          type="submit"
          color="red"
          loading={isPending}
          disabled={!isReady}
          title={isReady ? undefined : t('decision.needsBoth')}
        >
          {t('decision.rejectVersion')}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  )
}
