import { users } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { TextWithLinks } from '../../ui/text/text-with-links.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useSignIn } from './use-sign-in.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { SignInFlow } from './sign-in-flow.tsx'

const route = getRouteApi('/register/$code')

/** An invited person enters their name and a password, and is signed in. */
export function Register() {
  const { t } = useTranslation('sign-in')
  const { code } = route.useParams()
  const entry = useSignIn()
  const { mutateAsync, error, isPending } = useEndpointMutation(users.registerUser, {
    silent: true,
    invalidates: [],
  })
  const register = async ({ name, password }: { name: string; password: string }) => {
    const { email } = await mutateAsync({ body: { code, name, password } })
    entry.signIn.mutate({ email, password })
  }
  return (
    <SignInFlow
      entry={entry}
      below={
        <TextWithLinks
          text={t('register.alreadyRegistered')}
          links={{ signIn: <Link to="/sign-in" /> }}
        />
      }
    >
      <Page title={t('register.title')} lead={<p>{t('register.lead')}</p>}>
        <NewPasswordForm
          withName
          submitLabel={t('register.submit')}
          error={error ?? entry.signIn.error}
          isPending={isPending || entry.signIn.isPending}
          onSubmit={register}
        />
      </Page>
    </SignInFlow>
  )
}
