import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { decide, ShareError, type SharedPage } from './share-client.ts'

type Props = { share: SharedPage; token: string; onChange: (share: SharedPage) => void }

export function DecisionForm({ share, token, onChange }: Props) {
  const { t } = useTranslation('shared')
  const [comment, setComment] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  if (share.decision)
    return (
      <section className="panel" role="status">
        <h2>{t(`decision.${share.decision.decision}`)}</h2>
        {share.decision.comment && <p>{share.decision.comment}</p>}
      </section>
    )
  const send = async (decision: 'accepted' | 'rejected') => {
    if (decision === 'rejected' && !comment.trim()) return setError(t('decision.commentMissing'))
    setBusy(true)
    setError(undefined)
    try {
      onChange(await decide(token, { decision, comment }))
    } catch (failure) {
      setError(failure instanceof ShareError ? t('decision.closed') : t('offline.text'))
    }
    return setBusy(false)
  }
  return (
    <section className="panel">
      <h2>{t('decision.title')}</h2>
      <label>
        {t('decision.comment')}
        <textarea
          rows={3}
          maxLength={5000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      </label>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      <div className="actions">
        <button
          type="button"
          className="primary"
          disabled={isBusy}
          onClick={() => void send('accepted')}
        >
          {t('decision.accept')}
        </button>
        <button type="button" disabled={isBusy} onClick={() => void send('rejected')}>
          {t('decision.reject')}
        </button>
      </div>
    </section>
  )
}
