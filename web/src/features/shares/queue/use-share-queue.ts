import { sessions, users } from '@reelay/api/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { loadNamespaces, t } from '../../../i18n/i18n.ts'
import { useService } from '../../../api/service-context.ts'
import { useAfterFirstQueries } from '../../../api/use-after-first-queries.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { useCurrentUser } from '../../shared/current-user.ts'
import { addFiles, parseShareQueue, removeFiles, type QueuedFile } from './share-queue.ts'

type Change = (queue: readonly QueuedFile[]) => QueuedFile[]

export function useShareQueue() {
  const { items, edit, isSaving } = useSavedQueue()
  const navigate = useNavigate()

  async function add(files: readonly QueuedFile[]) {
    await edit((queue) => addFiles(queue, files))
    await loadNamespaces('shares')
    showToast(t('shares:queue.added', { count: files.length }), {
      action: { name: t('shares:queue.view'), run: () => void navigate({ to: '/shares' }) },
    })
  }

  return {
    items,
    isSaving,
    /** Errors are shown as toasts. */
    add: (files: readonly QueuedFile[]) => void add(files).catch(() => {}),
    remove: (files: readonly string[]) =>
      void edit((queue) => removeFiles(queue, files)).catch(() => {}),
  }
}

/** Shows what the service has saved. Each change starts from what is stored, one after the other. */
function useSavedQueue() {
  const { call } = useService()
  const queryClient = useQueryClient()
  const id = useCurrentUser()?._id ?? ''
  const query = {
    queryKey: [users.getUser.path, 'shareQueue', id] as const,
    queryFn: async () => {
      const { shareQueue } = await call(users.getUser, { params: { id } })
      return parseShareQueue(shareQueue)
    },
  }
  const { data } = useQuery({ ...query, enabled: useAfterFirstQueries() && id !== '' })
  const { mutateAsync, isPending } = useMutation({
    scope: { id: 'shareQueue' },
    networkMode: 'always',
    meta: { reportError: true },
    mutationFn: async (change: Change) => {
      const shareQueue = change(await query.queryFn())
      await call(sessions.changeSession, { params: { id }, body: { shareQueue } })
      return shareQueue
    },
    onSuccess: (saved) => queryClient.setQueryData(query.queryKey, saved),
  })
  return { items: data ?? [], edit: mutateAsync, isSaving: isPending }
}
