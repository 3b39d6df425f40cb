import { ApiError } from '@reelay/client'
import { Loader } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { VerificationPrompt } from '../credentials/verification-prompt.tsx'
import { LinkButton } from '../../ui/fields/link-button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { safeReturnPath } from './return-path.ts'
import { signInError } from './sign-in-error.ts'
import { CodeForm } from './code-form.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { ssoError } from './sso-error.ts'
import { requiresCode } from './use-sign-in.ts'
import { useSsoReturn } from './use-sso-return.ts'
import styles from './sign-in.module.css'

const TITLES = {
  'sign-in': { pending: 'returning', failed: 'refusal' },
  connect: { pending: 'connecting', failed: 'notConnected' },
  verify: { pending: 'verifying', failed: 'notVerified' },
} as const

/** The page to which a provider sends the browser after the sign-in. */
export function SsoReturn() {
  const { t } = useTranslation(['sign-in', 'credentials'])
  const { pending, exchange, confirm } = useSsoReturn()
  const provider = pending?.providerName ?? ''
  const isCodeNeeded =
    requiresCode(exchange.error) && (!confirm.error || requiresCode(confirm.error))
  const error = confirm.error ?? exchange.error
  const purpose = pending?.purpose ?? 'sign-in'
  if (isCodeNeeded)
    return (
      <SignInPage>
        <Page
          title={t('sign-in:code.title')}
          lead={<p>{t('sign-in:sso.codeLead', { provider })}</p>}
        >
          <div className={styles.form}>
            <CodeForm
              error={signInError(t, confirm.error)}
              isPending={confirm.isPending}
              onSubmit={(code) => confirm.mutate(code)}
            />
            <Link to="/sign-in" className={styles.link}>
              {t('sign-in:useAnotherAccount')}
            </Link>
          </div>
        </Page>
      </SignInPage>
    )
  if (!error)
    return (
      <SignInPage>
        <Page title={t(`sign-in:sso.${TITLES[purpose].pending}`, { provider })}>
          <Loader size="sm" aria-hidden />
        </Page>
        {purpose === 'connect' && <VerificationPrompt />}
      </SignInPage>
    )
  return (
    <SignInPage>
      <Page title={t(`sign-in:sso.${TITLES[purpose].failed}`)}>
        <p role="alert">{ssoError(t, error, provider)}</p>
        <div className={styles.ending}>
          <NextStep error={error} isSignedIn={purpose !== 'sign-in'} back={pending?.back} />
        </div>
      </Page>
    </SignInPage>
  )
}

function NextStep({
  error,
  isSignedIn,
  back,
}: {
  error: Error
  isSignedIn: boolean
  back: string | undefined
}) {
  const { t } = useTranslation('sign-in')
  // The path has a query string, which `to` of a router link cannot have.
  if (isSignedIn) return <a href={safeReturnPath(back)}>{t('sso.goBack')}</a>
  if (error instanceof ApiError && error.code === 'sso.link-required')
    return (
      <LinkButton to="/sign-in" search={{ back: '/account?part=security' }} size="md" fullWidth>
        {t('sso.signInWithPassword')}
      </LinkButton>
    )
  return (
    <LinkButton to="/sign-in" search={back ? { back } : {}} size="md" variant="default" fullWidth>
      {t('backToSignIn')}
    </LinkButton>
  )
}
