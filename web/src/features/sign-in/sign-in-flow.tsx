import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { RecoveryCodes } from '../credentials/recovery-codes.tsx'
import { SetUp } from '../credentials/totp-setup.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { advice } from './advice.ts'
import { CodeForm } from './code-form.tsx'
import { Door } from './sign-in-page.tsx'
import type { useEntry } from './entry.ts'

type Parts = {
  entry: ReturnType<typeof useEntry>
  below?: ReactNode
  /** What is asked for first. */ children: ReactNode
}

/** Signing in, registering and choosing a new password begin differently and go on alike. */
export function WayIn({
  entry: { step, signIn, confirm, again, proceed },
  below,
  children,
}: Parts) {
  const { t } = useTranslation(['sign-in', 'credentials'])
  if (step.at === 'code')
    return (
      <Door>
        <Page
          title={t('sign-in:code.title')}
          lead={<p>{t('sign-in:code.lead', { email: step.email })}</p>}
        >
          <CodeForm
            error={advice(t, signIn.error)}
            isPending={signIn.isPending}
            onCode={(code) => signIn.mutate({ email: step.email, password: step.password, code })}
            onBack={again}
          />
        </Page>
      </Door>
    )
  if (step.at === 'set-up')
    return (
      <Door wide>
        <Page
          title={t('sign-in:twoFactorSetup.title')}
          lead={<p>{t('sign-in:twoFactorSetup.lead')}</p>}
        >
          <SetUp
            {...step.begun}
            error={advice(t, confirm.error)}
            isPending={confirm.isPending}
            cancel={t('sign-in:useAnotherAccount')}
            onCancel={again}
            onCode={(code) => confirm.mutate({ email: step.email, password: step.password, code })}
          />
        </Page>
      </Door>
    )
  if (step.at === 'recovery')
    return (
      <Door wide>
        <Page title={t('credentials:twoFactor.recoveryCodes')}>
          <RecoveryCodes
            codes={step.confirmed.recoveryCodes}
            email={step.email}
            done={t('sign-in:twoFactorSetup.continue')}
            onDone={() => proceed(step.confirmed)}
          />
        </Page>
      </Door>
    )
  return <Door below={below}>{children}</Door>
}
