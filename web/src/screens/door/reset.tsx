import { sessions } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../wording.ts'
import { useEndpointMutation } from '../../acts.ts'
import { Page } from '../../ui/page.tsx'
import { useEntry } from './entry.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { WayIn } from './way-in.tsx'

const route = getRouteApi('/reset/$code')

/** A new password by the link of a mail, and in with it. */
export function Reset() {
  const { t } = useTranslation('door')
  const { code } = route.useParams()
  const entry = useEntry()
  const { actAsync, error, isPending } = useEndpointMutation(sessions.resetPassword, {
    quiet: true,
    touches: [],
  })
  const choose = async ({ password }: { password: string }) => {
    const { email } = await actAsync({ body: { code, password } })
    entry.signIn.mutate({ email, password })
  }
  return (
    <WayIn entry={entry} below={<Link to="/forgotten">{t('forgotten.another')}</Link>}>
      <Page title={t('reset.title')} lead={<p>{t('reset.lead')}</p>}>
        <NewPasswordForm
          act={t('reset.act')}
          error={error ?? entry.signIn.error}
          isPending={isPending || entry.signIn.isPending}
          onSend={choose}
        />
      </Page>
    </WayIn>
  )
}
