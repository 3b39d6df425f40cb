import { users } from '@reelay/api/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../wording.ts'
import { useEndpointMutation } from '../../../acts.ts'
import { Page } from '../../../ui/page.tsx'
import { PendingRecord } from '../../../ui/pending.tsx'
import { tell } from '../../../ui/toasts.tsx'
import { useGiver } from './giver.ts'
import { NOBODY, PersonForm, type PersonDraft } from './person-form.tsx'

export function Invite() {
  const { t } = useTranslation(['people', 'administration'])
  const giver = useGiver()
  const navigate = useNavigate()
  const invite = useEndpointMutation(users.inviteUser, {
    touches: ['/users', '/groups', '/outbox'],
    quiet: true,
    done: ({ _id, name, emailNormal }) => {
      tell(t('invited', { name, email: emailNormal }))
      void navigate({ to: '/administration/users/$id', params: { id: _id } })
    },
  })
  const send = ({ hasEnforced2fa: _later, ...draft }: PersonDraft) => invite.act({ body: draft })
  return (
    <Page
      title={t('inviteTitle')}
      trail={<Link to="/administration/users">{t('administration:users.title')}</Link>}
      lead={t('inviteLead')}
    >
      {giver ? (
        <PersonForm
          label={t('inviteTitle')}
          giver={giver}
          before={NOBODY}
          isNew
          save={t('sendInvitation')}
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
