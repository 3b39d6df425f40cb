import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { RecoveryCodes } from '../credentials/recovery-codes.tsx'
import { TotpSetup } from '../credentials/totp-setup.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { passkeyError, signInError } from './sign-in-error.ts'
import { SecondFactorForm } from './second-factor-form.tsx'
import { SignInPage } from './sign-in-page.tsx'
import type { SecondFactor, useSignIn } from './use-sign-in.ts'

type Props = {
  entry: ReturnType<typeof useSignIn>
  below?: ReactNode
  /** The first step. */ children: ReactNode
}

const hasCode = ({ factors }: { factors: SecondFactor[] }) => factors.includes('code')

/** The steps after the first one are the same for sign-in, registration and password reset. */
export function SignInFlow({
  entry: { step, signIn, confirm, passkey, restart, proceed },
  below,
  children,
}: Props) {
  const { t } = useTranslation(['sign-in', 'credentials'])
  if (step.at === 'code')
    return (
      <SignInPage>
        <Page
          title={t(hasCode(step) ? 'sign-in:code.title' : 'sign-in:passkey.title')}
          lead={
            <p>
              {t(hasCode(step) ? 'sign-in:code.lead' : 'sign-in:passkey.lead', {
                email: step.email,
              })}
            </p>
          }
        >
          <SecondFactorForm
            factors={step.factors}
            error={signInError(t, signIn.error) ?? passkeyError(t, passkey.error)}
            isPending={signIn.isPending}
            isPasskeyPending={passkey.isPending}
            onCode={(code) => signIn.mutate({ email: step.email, password: step.password, code })}
            onPasskey={() => passkey.mutate({ email: step.email, password: step.password })}
            onBack={restart}
          />
        </Page>
      </SignInPage>
    )
  if (step.at === 'set-up')
    return (
      <SignInPage wide>
        <Page
          title={t('sign-in:twoFactorSetup.title')}
          lead={<p>{t('sign-in:twoFactorSetup.lead')}</p>}
        >
          <TotpSetup
            {...step.begun}
            error={signInError(t, confirm.error)}
            isPending={confirm.isPending}
            cancelLabel={t('sign-in:useAnotherAccount')}
            onCancel={restart}
            onCode={(code) => confirm.mutate({ email: step.email, password: step.password, code })}
          />
        </Page>
      </SignInPage>
    )
  if (step.at === 'recovery')
    return (
      <SignInPage wide>
        <Page title={t('credentials:twoFactor.recoveryCodes')}>
          <RecoveryCodes
            codes={step.confirmed.recoveryCodes}
            email={step.email}
            doneLabel={t('sign-in:twoFactorSetup.continue')}
            onDone={() => proceed(step.confirmed)}
          />
        </Page>
      </SignInPage>
    )
  return <SignInPage below={below}>{children}</SignInPage>
}
