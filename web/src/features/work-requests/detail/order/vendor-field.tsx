import { assignmentRules, fieldRules, workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { useAssignmentRuleText } from '../../../shared/assignment-rule.ts'
import { useGroups } from '../../../shared/lookups.ts'
import { showToast } from '../../../../ui/feedback/toasts.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { DateTime } from '../../../../ui/text/date-time.tsx'
import section from '../section.module.css'

/** Shows the vendor and its answer. The studio can choose another vendor in place. */
export function VendorField({ request }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation(['request', 'common'])
  const me = useCurrentUser()
  const groups = useGroups()
  const { mutateAsync } = useEndpointMutation(workrequests.assignVendor, {
    invalidates: ['/workrequests', '/reports', '/files', '/offlines'],
  })
  const { _id: id, vendor, studio } = request
  const mayAssign =
    me !== undefined &&
    assignmentRules.mayAssign({ roles: me.roles }) &&
    !request.auto &&
    !fieldRules.isFinal(request.status)
  /** The mutation shows its own errors. */
  const assign = (to: string | null) =>
    mutateAsync({ params: { id }, body: { vendor: to } }).catch(() => undefined)
  const select = async (to: string | undefined) => {
    if (!(await assign(to ?? null))) return
    showToast(to ? t('assignment.assigned', { name: groups.nameOf(to) }) : t('assignment.opened'), {
      action: { name: t('common:undo'), run: () => void assign(vendor) },
    })
  }
  const options = groups.records
    .filter(({ type, studios }) => type === 'v' && studios.includes(studio))
    .map(({ _id, name }) => ({ value: _id, name }))
  return (
    <>
      {mayAssign ? (
        <Select
          label={t('assignment.vendor')}
          hideLabel
          anyLabel={t('assignment.all')}
          value={vendor ?? undefined}
          options={options}
          onChange={(to) => void select(to)}
        />
      ) : (
        <bdi>{vendor ? groups.nameOf(vendor) : t('assignment.all')}</bdi>
      )}
      <AssignmentState assignment={request.assignment} />
    </>
  )
}

function AssignmentState({ assignment }: Pick<workrequests.WorkRequest, 'assignment'>) {
  const { t } = useTranslation('request')
  const ruleText = useAssignmentRuleText()
  if (!assignment) return null
  const { decision, respondBy, automatic, rule } = assignment
  return (
    <p className={section.hint}>
      {automatic && (
        <>
          {ruleText(rule ?? {})}
          {' · '}
        </>
      )}
      {decision ? t(`assignment.${decision}`) : t('assignment.waiting')}
      {!decision && respondBy && (
        <>
          {' · '}
          {t('assignment.respondBy')} <DateTime at={respondBy} />
        </>
      )}
    </p>
  )
}
