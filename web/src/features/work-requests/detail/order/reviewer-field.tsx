import { fieldRules, workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { useEndpointQuery } from '../../../../api/queries.ts'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { showToast } from '../../../../ui/feedback/toasts.tsx'
import { Select } from '../../../../ui/fields/select.tsx'

type Props = { request: workrequests.WorkRequest; role: 'reviewer' | 'approver' }

/** Who is asked to review or to approve. The owner and the studio can choose somebody in place. */
export function ReviewerField({ request, role }: Props) {
  const { t } = useTranslation(['request', 'common'])
  const me = useCurrentUser()
  const params = { id: request._id }
  const person = request[role]
  const mayAssign =
    me !== undefined &&
    fieldRules.mayChangeOrder(request, me) &&
    !fieldRules.isFinal(request.status)
  const { data } = useEndpointQuery(
    workrequests.listReviewers,
    { params },
    { enabled: mayAssign, staleTime: 60_000 },
  )
  const { mutateAsync } = useEndpointMutation(workrequests.assignReviewers, {
    invalidates: ['/workrequests', '/reports'],
  })
  /** The mutation shows its own errors. */
  const assign = (to: string | null) =>
    mutateAsync({ params, body: { [role]: to } }).catch(() => undefined)
  const select = async (to: string | undefined) => {
    if (!(await assign(to ?? null))) return
    const name = data?.find(({ _id }) => _id === to)?.name
    showToast(name ? t('reviewers.assigned', { name }) : t('reviewers.opened'), {
      action: { name: t('common:undo'), run: () => void assign(person?._id ?? null) },
    })
  }
  if (!mayAssign) return <bdi>{person?.name ?? t('reviewers.all')}</bdi>
  const candidates = data ?? []
  const isListed = !person || candidates.some(({ _id }) => _id === person._id)
  return (
    <Select
      label={t(`reviewers.${role}`)}
      hideLabel
      anyLabel={t('reviewers.all')}
      value={person?._id}
      options={[...(isListed ? [] : [person]), ...candidates].map(({ _id, name }) => ({
        value: _id,
        name,
      }))}
      onChange={(to) => void select(to)}
    />
  )
}
