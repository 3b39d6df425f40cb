import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { ShareError } from './share-client.ts'

type Props = { error: ShareError | undefined; onSubmit: (passphrase: string) => Promise<void> }

export function PassphraseForm({ error, onSubmit }: Props) {
  const { t } = useTranslation('shared')
  const [passphrase, setPassphrase] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    await onSubmit(passphrase)
    setBusy(false)
  }
  return (
    <form
      className="notice"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h1>{t('passphrase.title')}</h1>
      <p id="passphrase-hint">{t('passphrase.text')}</p>
      <label>
        {t('passphrase.label')}
        <input
          type="password"
          autoComplete="off"
          required
          value={passphrase}
          aria-describedby="passphrase-hint"
          aria-invalid={error !== undefined}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
      </label>
      {error && (
        <p className="error" role="alert">
          {error.status === 429
            ? t('passphrase.limited', { minutes: Math.max(1, Math.ceil(error.retryAfter / 60)) })
            : t('passphrase.wrong')}
        </p>
      )}
      <button type="submit" className="primary" disabled={isBusy || !passphrase}>
        {t('passphrase.open')}
      </button>
    </form>
  )
}
