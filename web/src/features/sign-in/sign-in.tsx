import { useState } from 'react'
import { Button } from '@mantine/core'
import { ApiError } from '@reelay/client'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { supportsPasskeys } from '../credentials/passkey.ts'
import { pendingSso } from '../credentials/sso.ts'
import { Page } from '../../ui/layout/page.tsx'
import { passkeyError, signInError } from './sign-in-error.ts'
import { useSignIn } from './use-sign-in.ts'
import { DemoAccounts } from './demo-accounts.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordForm } from './password-form.tsx'
import { SignInFlow } from './sign-in-flow.tsx'
import { useGoToProvider, useSignInMethod } from './use-provider.ts'
import styles from './sign-in.module.css'

const route = getRouteApi('/sign-in')
const REASONS = ['expired', 'signed-out', 'not-revoked', 'password-changed'] as const
/** Why the provider sent the browser back without a sign-in. */
const SSO_FAILURES = ['expired', 'cancelled', 'limited', 'failed'] as const

export function SignIn() {
  const { t } = useTranslation(['sign-in', 'credentials'])
  const { back: requested, because, sso } = route.useSearch()
  const failure = SSO_FAILURES.find((known) => known === sso)
  // The provider returns without the search parameters of this page.
  const [pending] = useState(() => (failure ? pendingSso() : undefined))
  const back = requested ?? pending?.back
  const [stay, setStay] = useState(false)
  const entry = useSignIn(back, { stay })
  const [email, setEmail] = useState(pending?.email ?? '')
  const [usesPassword, setUsesPassword] = useState(false)
  const { provider, required } = useSignInMethod(email)
  const goTo = useGoToProvider({ back, stay })
  const isRequired = (required && !usesPassword) || isSsoRequired(entry.signIn.error)
  const reason = REASONS.find((known) => known === because)
  const goToProvider = () => {
    if (provider) goTo.mutate({ provider, email: email.trim() })
  }
  return (
    <SignInFlow entry={entry} below={t('sign-in:noAccount')}>
      <Page
        title={t('sign-in:title')}
        lead={reason && <p role="status">{t(`sign-in:reason.${reason}`)}</p>}
      >
        {failure && (
          <p className={styles.failure} role="alert">
            {t(`sign-in:sso.failure.${failure}`)}
          </p>
        )}
        <DemoAccounts
          isPending={entry.signIn.isPending}
          onChoose={(credential) => {
            setEmail(credential.email)
            entry.signIn.mutate(credential)
          }}
        />
        <PasswordForm
          email={email}
          onEmail={(typed) => {
            setEmail(typed)
            setUsesPassword(false)
            entry.signIn.reset()
          }}
          providerName={isRequired ? provider?.name : undefined}
          stay={stay}
          onStay={setStay}
          error={signInError(t, goTo.error ?? entry.signIn.error)}
          isPending={entry.signIn.isPending || (isRequired && goTo.isPending)}
          onSubmit={(credential) => entry.signIn.mutate(credential)}
          onProvider={goToProvider}
          onUsePassword={() => {
            setUsesPassword(true)
            entry.signIn.reset()
          }}
        />
        {!(isRequired && provider) && (
          <div className={styles.others}>
            {(provider || supportsPasskeys()) && <p className={styles.or}>{t('sign-in:or')}</p>}
            {provider && (
              <Button
                variant="default"
                size="md"
                fullWidth
                loading={goTo.isPending}
                onClick={goToProvider}
              >
                {t('sign-in:sso.continue', { provider: provider.name })}
              </Button>
            )}
            <p className={styles.error} role="alert">
              {passkeyError(t, entry.passkey.error)}
            </p>
            <PasskeyButton
              isPending={entry.passkey.isPending}
              onUse={() => entry.passkey.mutate(undefined)}
            />
          </div>
        )}
      </Page>
    </SignInFlow>
  )
}

const isSsoRequired = (error: Error | null) =>
  error instanceof ApiError && error.code === 'sso.required'
