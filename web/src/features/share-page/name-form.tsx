import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'

export function NameForm({ onSubmit }: { onSubmit: (name: string) => Promise<void> }) {
  const { t } = useTranslation('shared')
  const [name, setName] = useState('')
  return (
    <form
      className="panel"
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit(name)
      }}
    >
      <p>{t('nameHint')}</p>
      <label>
        {t('yourName')}
        <input
          required
          maxLength={100}
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={!name.trim()}>
        {t('continue')}
      </button>
    </form>
  )
}
