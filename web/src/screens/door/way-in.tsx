import type { ReactNode } from 'react'
import { useTranslation } from '../../wording.ts'
import { RecoveryCodes } from '../../keys/recovery-codes.tsx'
import { SetUp } from '../../keys/set-up.tsx'
import { Page } from '../../ui/page.tsx'
import { advice } from './advice.ts'
import { CodeForm } from './code-form.tsx'
import { Door } from './door.tsx'
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
  const { t } = useTranslation(['door', 'keys'])
  if (step.at === 'code')
    return (
      <Door>
        <Page
          title={t('door:code.title')}
          lead={<p>{t('door:code.lead', { email: step.email })}</p>}
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
        <Page title={t('door:setUp.title')} lead={<p>{t('door:setUp.lead')}</p>}>
          <SetUp
            {...step.begun}
            error={advice(t, confirm.error)}
            isPending={confirm.isPending}
            cancel={t('door:another')}
            onCancel={again}
            onCode={(code) => confirm.mutate({ email: step.email, password: step.password, code })}
          />
        </Page>
      </Door>
    )
  if (step.at === 'recovery')
    return (
      <Door wide>
        <Page title={t('keys:factor.codes')}>
          <RecoveryCodes
            codes={step.confirmed.recoveryCodes}
            email={step.email}
            done={t('door:setUp.goOn')}
            onDone={() => proceed(step.confirmed)}
          />
        </Page>
      </Door>
    )
  return <Door below={below}>{children}</Door>
}
