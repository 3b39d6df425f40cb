import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { Page } from '../../ui/layout/page.tsx'
import { passkeyError, signInError } from './sign-in-error.ts'
import { useSignIn } from './use-sign-in.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordForm } from './password-form.tsx'
import { SignInFlow } from './sign-in-flow.tsx'
import styles from './sign-in.module.css'

const route = getRouteApi('/sign-in')
const REASONS = ['expired', 'signed-out', 'not-revoked', 'password-changed'] as const

export function SignIn() {
  const { t } = useTranslation(['sign-in', 'credentials'])
  const { back, because } = route.useSearch()
  const entry = useSignIn(back)
  const reason = REASONS.find((known) => known === because)
  return (
    <SignInFlow entry={entry} below={t('sign-in:noAccount')}>
      <Page
        title={t('sign-in:title')}
        lead={reason && <p role="status">{t(`sign-in:reason.${reason}`)}</p>}
      >
        <PasswordForm
          error={signInError(t, entry.signIn.error)}
          isPending={entry.signIn.isPending}
          onSubmit={(credential) => entry.signIn.mutate(credential)}
        />
        <div className={styles.passkey}>
          <p className={styles.error} role="alert">
            {passkeyError(t, entry.passkey.error)}
          </p>
          <PasskeyButton
            isPending={entry.passkey.isPending}
            onUse={() => entry.passkey.mutate(undefined)}
          />
        </div>
      </Page>
    </SignInFlow>
  )
}
