import { users } from '@reelay/api/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { PendingRecord } from '../../../ui/feedback/pending.tsx'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { useGranter } from './granter.ts'
import { NEW_PERSON, type PersonDraft } from './person-draft.ts'
import { PersonForm } from './person-form.tsx'

export function Invite() {
  const { t } = useTranslation(['people', 'admin'])
  const granter = useGranter()
  const navigate = useNavigate()
  const invite = useEndpointMutation(users.inviteUser, {
    invalidates: ['/users', '/groups', '/outbox'],
    silent: true,
    onSuccess: ({ _id, name, emailNormal }) => {
      showToast(t('invited', { name, email: emailNormal }))
      void navigate({ to: '/administration/users/$id', params: { id: _id } })
    },
  })
  const send = ({ hasEnforced2fa: _later, memberships: _none, ...draft }: PersonDraft) =>
    invite.mutate({ body: draft })
  return (
    <Page
      title={t('inviteTitle')}
      breadcrumb={<Link to="/administration/users">{t('admin:users.title')}</Link>}
      lead={t('inviteLead')}
    >
      {granter ? (
        <PersonForm
          label={t('inviteTitle')}
          granter={granter}
          before={NEW_PERSON}
          isNew
          saveLabel={t('sendInvitation')}
          error={invite.error}
          isSaving={invite.isPending}
          onSave={send}
        />
      ) : (
        <PendingRecord />
      )}
    </Page>
  )
}
