import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { RecoveryCodes } from '../credentials/recovery-codes.tsx'
import { TotpSetup } from '../credentials/totp-setup.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { signInError } from './sign-in-error.ts'
import { CodeForm } from './code-form.tsx'
import { SignInPage } from './sign-in-page.tsx'
import type { useSignIn } from './use-sign-in.ts'

type Props = {
  entry: ReturnType<typeof useSignIn>
  below?: ReactNode
  /** The first step. */ children: ReactNode
}

/** The steps after the first one are the same for sign-in, registration and password reset. */
export function SignInFlow({
  entry: { step, signIn, confirm, restart, proceed },
  below,
  children,
}: Props) {
  const { t } = useTranslation(['sign-in', 'credentials'])
  if (step.at === 'code')
    return (
      <SignInPage>
        <Page
          title={t('sign-in:code.title')}
          lead={<p>{t('sign-in:code.lead', { email: step.email })}</p>}
        >
          <CodeForm
            error={signInError(t, signIn.error)}
            isPending={signIn.isPending}
            onSubmit={(code) => signIn.mutate({ email: step.email, password: step.password, code })}
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
