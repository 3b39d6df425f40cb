import { Button } from '@mantine/core'
import { invitations, users, type ReplyOf } from '@reelay/api/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { useService } from '../../api/service-context.ts'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { LinkButton } from '../../ui/fields/link-button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { SignInFlow } from './sign-in-flow.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { useSignIn } from './use-sign-in.ts'

const route = getRouteApi('/workrequests/$id/invite/$code')

type Invitation = ReplyOf<typeof invitations.readRequestInvitation>
type Props = { invitation: Invitation; code: string }

/** Invited people register here, or accept with the account that they have. */
export function RequestInvitation() {
  const { t } = useTranslation('sign-in')
  const { code } = route.useParams()
  const { call, session } = useService()
  const { data, error } = useQuery({
    queryKey: [invitations.readRequestInvitation.path, code],
    queryFn: () => call(invitations.readRequestInvitation, { body: { code } }),
    retry: false,
    staleTime: Infinity,
  })
  if (!data)
    return (
      <SignInPage>
        <Page title={t('invitation.title')}>
          {error ? <Invalid error={error} /> : <PendingRows rows={3} />}
        </Page>
      </SignInPage>
    )
  if (!data.registered) return <NewAccount invitation={data} code={code} />
  return session.current() ? (
    <Accept invitation={data} code={code} />
  ) : (
    <SignInFirst invitation={data} code={code} />
  )
}

/** A used code is invalid too, so somebody who has accepted goes on to the request. */
function Invalid({ error }: { error: Error }) {
  const { t } = useTranslation('sign-in')
  const { id } = route.useParams()
  return (
    <>
      <ErrorAlert error={error} />
      <p>
        <Link to="/workrequests/$id" params={{ id }}>
          {t('invitation.toRequest')}
        </Link>
      </p>
    </>
  )
}

function useLead({ as, from }: Invitation) {
  const { t } = useTranslation('sign-in')
  return <p>{t(`invitation.${as}`, { name: from })}</p>
}

function NewAccount({ invitation, code }: Props) {
  const { t } = useTranslation('sign-in')
  const entry = useSignIn(`/workrequests/${invitation.workRequest}`)
  const { mutateAsync, error, isPending } = useEndpointMutation(users.registerUser, {
    silent: true,
    invalidates: [],
  })
  const register = async ({ name, password }: { name: string; password: string }) => {
    const { email } = await mutateAsync({ body: { code, name, password } })
    entry.signIn.mutate({ email, password })
  }
  const lead = useLead(invitation)
  return (
    <SignInFlow entry={entry}>
      <Page
        title={t('invitation.title')}
        lead={
          <>
            {lead}
            <p>{t('invitation.register', { email: invitation.email })}</p>
          </>
        }
      >
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

function SignInFirst({ invitation, code }: Props) {
  const { t } = useTranslation('sign-in')
  const back = `/workrequests/${invitation.workRequest}/invite/${code}`
  return (
    <SignInPage>
      <Page title={t('invitation.title')} lead={useLead(invitation)}>
        <p>{t('invitation.signIn', { email: invitation.email })}</p>
        <p>
          <LinkButton to="/sign-in" search={{ back }}>
            {t('signIn')}
          </LinkButton>
        </p>
      </Page>
    </SignInPage>
  )
}

function Accept({ invitation, code }: Props) {
  const { t } = useTranslation('sign-in')
  const navigate = useNavigate()
  const { mutateAsync, error, isPending } = useEndpointMutation(
    invitations.acceptRequestInvitation,
    { silent: true, invalidates: ['/session', '/workrequests', '/translations', '/assets'] },
  )
  const accept = () =>
    void mutateAsync({ body: { code } }).then(
      ({ workRequest: id }) => navigate({ to: '/workrequests/$id', params: { id } }),
      () => {
        /* The page shows the error. */
      },
    )
  return (
    <SignInPage>
      <Page title={t('invitation.title')} lead={useLead(invitation)}>
        {error && <ErrorAlert error={error} />}
        <Button loading={isPending} onClick={accept}>
          {t('invitation.accept')}
        </Button>
      </Page>
    </SignInPage>
  )
}
