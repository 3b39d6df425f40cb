import { Button } from '@mantine/core'
import { users } from '@reelay/api/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { CopyButton } from '../../../ui/fields/copy-button.tsx'
import { formatDate, localTimeZone } from '../../../ui/format/time.ts'
import { confirmed } from '../../../ui/feedback/confirm.tsx'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { UserStateTag, userStateOf } from './user-state.tsx'
import styles from './people.module.css'

const AFFECTED_PATHS = ['/users', '/groups']

/** Invited, registered or suspended, with the actions to change it. */
export function AccountState({
  user,
  disabledReason,
}: {
  user: users.User
  disabledReason: string | undefined
}) {
  const { t } = useTranslation('people')
  const state = userStateOf(user)
  const hint = t(`stateHint.${state}`, {
    name: user.name,
    email: user.emailNormal,
    day: formatDate(localTimeZone(), user.created),
  })
  return (
    <div className={styles.state}>
      <UserStateTag user={user} />
      <p dir="auto">{hint}</p>
      <div className={styles.actions}>
        {state === 'invited' && <CopyButton text={`${user.name} <${user.emailNormal}>: ${hint}`} />}
        {state === 'invited' && disabledReason === undefined && <ResendInvitation user={user} />}
        {disabledReason === undefined && <SuspendOrDisable user={user} />}
      </div>
    </div>
  )
}

/** For a lost email or an expired link. */
function ResendInvitation({ user: { _id: id, name, emailNormal } }: { user: users.User }) {
  const { t } = useTranslation('people')
  const invite = useEndpointMutation(users.inviteAgain, {
    invalidates: ['/users', '/outbox'],
    onSuccess: () => showToast(t('invitationResent', { name, email: emailNormal })),
  })
  return (
    <Button
      variant="default"
      size="sm"
      loading={invite.isPending}
      onClick={() => invite.mutate({ params: { id } })}
    >
      {t('resendInvitation')}
    </Button>
  )
}

/** Suspending is reversible. Disabling is not, so it asks first. */
function SuspendOrDisable({ user }: { user: users.User }) {
  const { t } = useTranslation(['people', 'common'])
  const navigate = useNavigate()
  const change = useEndpointMutation(users.changeUser, { invalidates: AFFECTED_PATHS })
  const disable = useEndpointMutation(users.disableUser, {
    invalidates: AFFECTED_PATHS,
    onSuccess: () => showToast(t('disabled', { name: user.name })),
  })
  const isOut = !user.status.approved
  const setApproved = (approved: boolean) =>
    change.mutateAsync({ params: { id: user._id }, body: { status: { approved } } })
  const suspend = async () => {
    await setApproved(isOut)
    showToast(t(isOut ? 'reinstated' : 'suspended', { name: user.name }), {
      action: { name: t('common:undo'), run: () => void setApproved(!isOut).catch(() => {}) },
    })
  }
  const confirmDisabling = async () => {
    const title = t('disableThis', { name: user.name })
    if (!(await confirmed({ title, note: t('disableHint'), action: t('disable') }))) return
    await disable.mutateAsync({ params: { id: user._id } })
    await navigate({ to: '/administration/users' })
  }
  return (
    <>
      <Button
        variant="default"
        size="sm"
        loading={change.isPending}
        onClick={() => void suspend().catch(() => {})}
      >
        {isOut ? t('reinstate') : t('suspend')}
      </Button>
      <Button
        variant="default"
        size="sm"
        loading={disable.isPending}
        onClick={() => void confirmDisabling().catch(() => {})}
      >
        {t('disable')}
      </Button>
    </>
  )
}
