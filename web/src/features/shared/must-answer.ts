import { assignmentRules, type workrequests } from '@reelay/api/contract'
import { useCurrentUser, useHasPermission } from './current-user.ts'

type Assigned = Pick<workrequests.WorkRequest, 'vendor' | 'assignment'>

/** Whether the user works for the assigned vendor, which has not accepted yet. */
export function useMustAnswer(request: Assigned): boolean {
  const me = useCurrentUser()
  return (
    me !== undefined &&
    assignmentRules.mustAnswer(request, {
      roles: me.roles,
      groups: me.groups.map(({ _id }) => _id),
    })
  )
}

/** Whether the user may work on the request. A vendor may, once it has accepted. */
export function useMayWork(request: Assigned): boolean {
  const mustAnswer = useMustAnswer(request)
  return useHasPermission('workrequest.work') && !mustAnswer
}
