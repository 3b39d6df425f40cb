import { sessions, type users } from '@reelay/api/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/i18n.ts'
import { invalidatePaths, useEndpointMutation } from '../../../api/mutations.ts'
import { useCurrentUser, usePermissions } from '../../shared/current-user.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import {
  layoutFromPreferences,
  toPreferences,
  defaultLayout,
  type DashboardLayout,
} from './layout.ts'

type Stored = users.Preferences['reports']['workRequests']

/**
 * The reader's own board. What is saved shows at once; should the service refuse it, what it holds
 * is shown again.
 */
export function useDashboardLayout():
  | { board: DashboardLayout; usual: DashboardLayout; save: (board: DashboardLayout) => void }
  | undefined {
  const { t } = useTranslation(['today', 'common'])
  const me = useCurrentUser()
  const permissions = usePermissions()
  const queryClient = useQueryClient()
  const { mutateAsync: actAsync } = useEndpointMutation(sessions.changeSession)
  if (!me) return undefined

  const before = me.preferences.reports.workRequests
  const keep = (workRequests: Stored) => {
    queryClient.setQueriesData<unknown>(
      { queryKey: [sessions.openSession.path] },
      (answer: unknown) =>
        Array.isArray(answer)
          ? answer.map((person: users.User) => withDashboard(person, me._id, workRequests))
          : answer,
    )
    actAsync({
      params: { id: me._id },
      body: { preferences: { reports: { workRequests } } },
    }).catch(() => invalidatePaths(queryClient, [sessions.openSession.path]))
  }
  const save = (board: DashboardLayout) => {
    keep(toPreferences(board, before))
    showToast(t('arranging.saved'), { act: { name: t('common:undo'), run: () => keep(before) } })
  }
  return {
    board: layoutFromPreferences(before, permissions),
    usual: defaultLayout(permissions),
    save,
  }
}

const withDashboard = (person: users.User, id: string, workRequests: Stored): users.User =>
  person._id === id
    ? {
        ...person,
        preferences: {
          ...person.preferences,
          reports: { ...person.preferences.reports, workRequests },
        },
      }
    : person
