// Optimistic updates of the name and the preferences. Several changes are saved in order.
import { sessions, type users } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { invalidatePaths } from '../../api/mutations.ts'
import { useService } from '../../api/service-context.ts'
import { explainError } from '../../ui/feedback/explain-error.ts'
import type { SaveStatus } from '../../ui/feedback/save-state.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { CURRENT_USER_KEY } from '../shared/current-user.ts'

type Preferences = users.Preferences
export type SettingsChange = { name?: string; preferences?: Partial<Preferences> }

const KEY = ['own-settings']

export function useAccountSettings(me: users.User): {
  preferences: Preferences
  change: (change: SettingsChange) => void
  saving: SaveStatus
} {
  const { call } = useService()
  const queryClient = useQueryClient()
  const show = (next: (before: users.User) => users.User) =>
    queryClient.setQueryData<users.User[]>(
      CURRENT_USER_KEY,
      (known) => known && [next(known[0]!), ...known.slice(1)],
    )
  const { mutate, status } = useMutation<users.User, Error, SettingsChange>({
    mutationKey: KEY,
    scope: { id: KEY[0]! },
    networkMode: 'always',
    mutationFn: (body) => call(sessions.changeSession, { params: { id: me._id }, body }),
    retry: (count, error) => count < 2 && !(error instanceof ApiError),
    // While another change is pending, this response is already out of date.
    onSuccess: (saved) => {
      if (queryClient.isMutating({ mutationKey: KEY }) <= 1) show(() => saved)
    },
    onError: (error) => {
      const { title, advice } = explainError(error)
      showToast(`${title}: ${advice}`, { tone: 'bad' })
      invalidatePaths(queryClient, [CURRENT_USER_KEY[0]])
    },
  })
  const change = (body: SettingsChange) => {
    show((before) => ({
      ...before,
      ...body,
      preferences: { ...before.preferences, ...body.preferences },
    }))
    mutate(body)
  }
  return { preferences: me.preferences, change, saving: status }
}
