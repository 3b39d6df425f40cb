import { sessions } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { Page } from '../../ui/layout/page.tsx'
import { useSignIn } from './use-sign-in.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { SignInFlow } from './sign-in-flow.tsx'

const route = getRouteApi('/reset/$code')

/** Opened from the link in the email. Signs in with the new password. */
export function ResetPassword() {
  const { t } = useTranslation('sign-in')
  const { code } = route.useParams()
  const entry = useSignIn()
  const { mutateAsync, error, isPending } = useEndpointMutation(sessions.resetPassword, {
    silent: true,
    invalidates: [],
  })
  const choose = async ({ password }: { password: string }) => {
    const { email } = await mutateAsync({ body: { code, password } })
    entry.signIn.mutate({ email, password })
  }
  return (
    <SignInFlow
      entry={entry}
      below={<Link to="/forgotten">{t('forgotPassword.requestAnother')}</Link>}
    >
      <Page title={t('reset.title')} lead={<p>{t('reset.lead')}</p>}>
        <NewPasswordForm
          submitLabel={t('reset.submit')}
          error={error ?? entry.signIn.error}
          isPending={isPending || entry.signIn.isPending}
          onSubmit={choose}
        />
      </Page>
    </SignInFlow>
  )
}
