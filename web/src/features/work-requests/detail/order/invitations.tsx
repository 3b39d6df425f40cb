import { useState, type FormEvent } from 'react'
import { Button, TextInput } from '@mantine/core'
import { fieldRules, invitationRules, invitations, type workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { useEndpointQuery } from '../../../../api/queries.ts'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { useMustAnswer } from '../../../shared/must-answer.ts'
import { ErrorAlert } from '../../../../ui/feedback/error-alert.tsx'
import { showToast } from '../../../../ui/feedback/toasts.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { Section } from '../../../../ui/layout/section.tsx'
import { DateOnly } from '../../../../ui/text/date-time.tsx'
import section from '../section.module.css'
import styles from './order.module.css'

type Props = { request: workrequests.WorkRequest }
type As = invitations.RequestInvitation['as']

/** People who are invited to this work request only. */
export function Invitations({ request }: Props) {
  const me = useCurrentUser()
  const mustAnswer = useMustAnswer(request)
  if (!me || mustAnswer || !invitationRules.mayInvite(request, { _id: me._id, roles: me.roles }))
    return null
  return <InvitationList request={request} />
}

function InvitationList({ request }: Props) {
  const { t } = useTranslation('request')
  const { data, error, refetch, isFetching } = useEndpointQuery(
    invitations.listRequestInvitations,
    { params: { id: request._id }, range: { first: 0, last: 499 } },
  )
  return (
    <Section title={t('invitations.title')} note={t('invitations.hint')}>
      {error && !data && (
        <ErrorAlert error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data && data.items.length > 0 && (
        <ul className={styles.invitations}>
          {data.items.map((invitation) => (
            <InvitationItem key={invitation._id} invitation={invitation} />
          ))}
        </ul>
      )}
      {!fieldRules.isFinal(request.status) && <InviteForm request={request} />}
    </Section>
  )
}

function InvitationItem({ invitation }: { invitation: invitations.RequestInvitation }) {
  const { t } = useTranslation('request')
  const { _id, workRequest, email, as, accepted, expires } = invitation
  const { mutate, isPending } = useEndpointMutation(invitations.revokeRequestInvitation, {
    invalidates: ['/workrequests', '/translations'],
  })
  const isExpired = !accepted && expires * 1000 < Date.now()
  return (
    <li>
      <div>
        <bdi dir="ltr">{email}</bdi>
        <div className={section.hint}>
          {t(`invitations.${as}`)} ·{' '}
          {accepted ? (
            t('invitations.accepted')
          ) : (
            <>
              {t(isExpired ? 'invitations.expired' : 'invitations.expires')}{' '}
              <DateOnly at={expires} />
            </>
          )}
        </div>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        loading={isPending}
        aria-label={t('invitations.revokeOne', { email })}
        onClick={() => mutate({ params: { id: workRequest, invitation: _id } })}
      >
        {t('invitations.revoke')}
      </Button>
    </li>
  )
}

function InviteForm({ request }: Props) {
  const { t } = useTranslation('request')
  const [isOpen, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [as, setAs] = useState<As>('translator')
  const { mutateAsync, isPending } = useEndpointMutation(invitations.inviteToRequest, {
    invalidates: ['/workrequests/:id/invitations'],
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = { email: email.trim(), as }
    /** The mutation shows its own errors. */
    const done = await mutateAsync({ params: { id: request._id }, body }).catch(() => null)
    if (!done) return
    showToast(t('invitations.sent', { email: done.email }))
    setEmail('')
    setOpen(false)
  }
  if (!isOpen)
    return (
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('invitations.invite')}
      </Button>
    )
  return (
    <form
      className={styles.inviteForm}
      aria-label={t('invitations.invite')}
      onSubmit={(event) => void submit(event)}
    >
      <TextInput
        type="email"
        label={t('invitations.email')}
        required
        autoFocus
        dir="ltr"
        maxLength={254}
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <Select
        label={t('invitations.as')}
        value={as}
        options={invitations.INVITED_AS.map((value) => ({
          value,
          name: t(`invitations.${value}`),
        }))}
        onChange={(value) => setAs(value as As)}
      />
      <div className={styles.inviteActions}>
        <Button type="submit" loading={isPending}>
          {t('invitations.send')}
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          {t('invitations.cancel')}
        </Button>
      </div>
    </form>
  )
}
