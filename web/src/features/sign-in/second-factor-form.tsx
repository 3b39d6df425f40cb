import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { CodeForm } from './code-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import type { SecondFactor } from './use-sign-in.ts'
import styles from './sign-in.module.css'

type Props = {
  factors: SecondFactor[]
  error: string | undefined
  isPending: boolean
  isPasskeyPending: boolean
  onCode: (code: string) => void
  onPasskey: () => void
  onBack: () => void
}

export function SecondFactorForm(props: Props) {
  const { factors, error, isPending, isPasskeyPending, onCode, onPasskey, onBack } = props
  const { t } = useTranslation('sign-in')
  const hasCode = factors.includes('code')
  return (
    <div className={styles.form}>
      {hasCode ? (
        <CodeForm error={error} isPending={isPending} onSubmit={onCode} />
      ) : (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {factors.includes('passkey') && (
        <PasskeyButton isPending={isPasskeyPending} onUse={onPasskey} />
      )}
      <Button variant="subtle" size="sm" onClick={onBack}>
        {t('useAnotherAccount')}
      </Button>
    </div>
  )
}
