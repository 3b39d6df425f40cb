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

/** The user's layout. A change shows at once and is reverted if the service rejects it. */
export function useDashboardLayout():
  | {
      layout: DashboardLayout
      defaultLayout: DashboardLayout
      save: (layout: DashboardLayout) => void
    }
  | undefined {
  const { t } = useTranslation(['today', 'common'])
  const me = useCurrentUser()
  const permissions = usePermissions()
  const queryClient = useQueryClient()
  const { mutateAsync } = useEndpointMutation(sessions.changeSession)
  if (!me) return undefined

  const before = me.preferences.reports.workRequests
  const store = (workRequests: Stored) => {
    queryClient.setQueriesData<unknown>(
      { queryKey: [sessions.openSession.path] },
      (answer: unknown) =>
        Array.isArray(answer)
          ? answer.map((user: users.User) => withDashboard(user, me._id, workRequests))
          : answer,
    )
    mutateAsync({
      params: { id: me._id },
      body: { preferences: { reports: { workRequests } } },
    }).catch(() => invalidatePaths(queryClient, [sessions.openSession.path]))
  }
  const save = (layout: DashboardLayout) => {
    store(toPreferences(layout, before))
    showToast(t('layout.saved'), { action: { name: t('common:undo'), run: () => store(before) } })
  }
  return {
    layout: layoutFromPreferences(before, permissions),
    defaultLayout: defaultLayout(permissions),
    save,
  }
}

const withDashboard = (user: users.User, id: string, workRequests: Stored): users.User =>
  user._id === id
    ? {
        ...user,
        preferences: {
          ...user.preferences,
          reports: { ...user.preferences.reports, workRequests },
        },
      }
    : user
