import { useState } from 'react'
import { Button } from '@mantine/core'
import { assignmentRules, workrequests } from '@reelay/api/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { useCurrentUser, usePermissions } from '../../../shared/current-user.ts'
import { useGroups, useStudios } from '../../../shared/lookups.ts'
import { showToast } from '../../../../ui/feedback/toasts.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import { DateTime } from '../../../../ui/text/date-time.tsx'
import { ReasonForm } from '../../moves/reason-form.tsx'
import styles from './next-steps.module.css'

type Props = { request: workrequests.WorkRequest }

/** Asks the assigned vendor for an answer, offers a request of the pool, or shows a refusal. */
export function AssignmentBanner({ request }: Props) {
  const me = useCurrentUser()
  const permissions = usePermissions()
  if (!me) return null
  const groups = me.groups.map(({ _id }) => _id)
  if (assignmentRules.isAsked(request, { groups })) return <Question request={request} />
  if (request.assignment?.decision === 'declined') return <Declined request={request} />
  if (request.vendor === null && me.roles.includes('vendor'))
    return <Pool request={request} actor={{ groups, roles: me.roles, permissions }} />
  return null
}

function Question({ request: { _id: id, assignment } }: Props) {
  const { t } = useTranslation('request')
  const [isDeclining, setDeclining] = useState(false)
  const navigate = useNavigate()
  const { mutateAsync, isPending } = useEndpointMutation(workrequests.answerAssignment, {
    invalidates: ['/workrequests', '/reports'],
  })
  /** The mutation shows its own errors. */
  const answer = async (decision: 'accepted' | 'declined', reason = '') => {
    const done = await mutateAsync({ params: { id }, body: { decision, reason } }).catch(() => null)
    if (!done) return
    showToast(t(`assignment.${decision}Now`))
    // The vendor does not see a request that it declined.
    if (decision === 'declined') await navigate({ to: '/workrequests' })
  }
  return (
    <Card label={t('assignment.question')}>
      <h2 className={styles.title}>{t('assignment.question')}</h2>
      <p className={styles.message}>
        {assignment?.respondBy ? (
          <>
            {t('assignment.respondBy')} <DateTime at={assignment.respondBy} />
          </>
        ) : (
          t('assignment.questionHint')
        )}
      </p>
      {isDeclining ? (
        <ReasonForm
          title={t('assignment.decline')}
          submitLabel={t('assignment.decline')}
          isBusy={isPending}
          onSubmit={({ reason }) => void answer('declined', reason)}
          onCancel={() => setDeclining(false)}
        />
      ) : (
        <div className={styles.buttons}>
          <Button loading={isPending} data-sticky="false" onClick={() => void answer('accepted')}>
            {t('assignment.accept')}
          </Button>
          <Button
            variant="default"
            data-sticky="false"
            disabled={isPending}
            onClick={() => setDeclining(true)}
          >
            {t('assignment.decline')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Declined({ request: { assignment } }: Props) {
  const { t } = useTranslation('request')
  const vendors = useGroups()
  return (
    <p className={styles.rejection}>
      <strong>{t('assignment.declinedBy', { name: vendors.nameOf(assignment!.vendor) })}</strong>{' '}
      <span dir="auto">{assignment!.reason}</span>
    </p>
  )
}

type Actor = Parameters<typeof assignmentRules.mayTake>[1]

function Pool({ request, actor }: Props & { actor: Actor }) {
  const { t } = useTranslation('request')
  const { records: studios } = useStudios()
  const { records: vendors } = useGroups()
  const { mutateAsync, isPending } = useEndpointMutation(workrequests.assignVendor, {
    invalidates: ['/workrequests', '/reports'],
  })
  const pool = studios.find(({ _id }) => _id === request.studio)?.settings.assignment?.pool
  const own = vendors.filter(
    ({ _id, type, studios: of }) =>
      type === 'v' && actor.groups.includes(_id) && of.includes(request.studio),
  )
  if (!own.length || !assignmentRules.mayTake(request, actor, pool ?? false)) return null
  const take = async (vendor: string) => {
    const body = { vendor }
    const done = await mutateAsync({ params: { id: request._id }, body }).catch(() => null)
    if (done) showToast(t('assignment.acceptedNow'))
  }
  return (
    <Card label={t('assignment.open')}>
      <h2 className={styles.title}>{t('assignment.open')}</h2>
      <p className={styles.message}>{t('assignment.openHint')}</p>
      <div className={styles.buttons}>
        {own.map(({ _id, name }) => (
          <Button key={_id} data-sticky="false" loading={isPending} onClick={() => void take(_id)}>
            {own.length > 1 ? t('assignment.takeFor', { name }) : t('assignment.take')}
          </Button>
        ))}
      </div>
    </Card>
  )
}
