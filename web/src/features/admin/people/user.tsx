import { membershipRules, users } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { changedFields, previousValues } from '../../../ui/fields/draft.ts'
import { PendingRecord } from '../../../ui/feedback/pending.tsx'
import { RecordPage } from '../../../ui/layout/record-page.tsx'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { useGranter, type Granter } from './granter.ts'
import { toPersonDraft, type PersonDraft } from './person-draft.ts'
import { PersonForm } from './person-form.tsx'
import { AccountState } from './account-state.tsx'

const route = getRouteApi('/app/administration/users/$id')

export function User() {
  const { t } = useTranslation(['people', 'admin', 'common'])
  const { id } = route.useParams()
  const granter = useGranter()
  const query = useEndpointQuery(users.getUser, { params: { id } })
  return (
    <RecordPage
      query={query}
      kind={t('person')}
      nameOf={({ name }) => name}
      breadcrumb={<Link to="/administration/users">{t('admin:users.title')}</Link>}
      lead={query.data && <span dir="ltr">{query.data.emailNormal}</span>}
      backLink={<Link to="/administration/users">{t('showAll')}</Link>}
    >
      {(user) => (granter ? <Body user={user} granter={granter} /> : <PendingRecord />)}
    </RecordPage>
  )
}

const AFFECTED_PATHS = ['/users', '/groups', '/session', '/outbox']

function Body({ user, granter }: { user: users.User; granter: Granter }) {
  const { t } = useTranslation(['people', 'admin', 'common'])
  const change = useEndpointMutation(users.changeUser, {
    invalidates: AFFECTED_PATHS,
    silent: true,
  })
  const takeBack = useEndpointMutation(users.changeUser, { invalidates: AFFECTED_PATHS })
  const disabledReason =
    membershipRules.managedStudios(granter, user, user.memberships).length > 0 || granter.isAdmin
      ? undefined
      : granter._id === user._id
        ? t('ownAccount')
        : t('morePermissions')
  const before = toPersonDraft(user)
  const save = async (draft: PersonDraft, saved: () => void) => {
    const changes = changedFields(before, draft)
    if (Object.keys(changes).length === 0) return showToast(t('admin:saved.unchanged'))
    await change.mutateAsync({ params: { id: user._id }, body: changes })
    saved()
    showToast(t('admin:saved.changed', { name: draft.name }), {
      action: {
        name: t('common:undo'),
        run: () =>
          takeBack.mutate({ params: { id: user._id }, body: previousValues(before, changes) }),
      },
    })
  }
  return (
    <>
      <AccountState user={user} disabledReason={disabledReason} />
      <PersonForm
        key={user._id}
        label={t('editTitle')}
        granter={granter}
        before={before}
        disabledReason={disabledReason}
        accountDisabledReason={
          disabledReason || membershipRules.managesAccount(granter, user, user.memberships)
            ? undefined
            : t('sharedAccount')
        }
        error={change.error}
        isSaving={change.isPending}
        onSave={(draft, saved) => void save(draft, saved).catch(() => {})}
      />
    </>
  )
}
