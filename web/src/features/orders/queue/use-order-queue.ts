// The assets that a user is about to order. The service stores the queue with the user
// (`orderQueue`), so it survives a reload and follows the user to another device.
import { useSyncExternalStore } from 'react'
import { users, type assets } from '@reelay/api/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { loadNamespaces, t } from '../../../i18n/i18n.ts'
import { useService } from '../../../api/service-context.ts'
import { useCurrentUser } from '../../shared/current-user.ts'
import type { ServiceCall } from '../../../api/service.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { newDraft, parseQueueItems, type OrderDraft, type OrderQueueItem } from '../draft.ts'
import { getUnsaved, save, saveLater, setUnsaved, subscribe } from './unsaved-queue.ts'

type Items = readonly OrderQueueItem[]

export function useOrderQueue() {
  const navigate = useNavigate()
  const me = useCurrentUser()
  const { items, edit, editNow, ...state } = useEditableQueue(me?._id ?? '')

  function add(assets: readonly Pick<assets.Asset, '_id'>[], { silent = false } = {}) {
    if (!me) return
    const ids = [...new Set(assets.map(({ _id }) => _id))]
    void edit((before) => [
      ...before,
      ...ids
        .filter((id) => !before.some(({ asset }) => asset === id))
        .map((asset): OrderQueueItem => Object.assign({ asset }, newDraft(me))),
    ])
    if (silent) return
    void loadNamespaces('order').then(() =>
      showToast(t('order:added', { count: assets.length }), {
        action: { name: t('order:viewQueue'), run: () => void navigate({ to: '/order' }) },
      }),
    )
  }

  function remove(assets: readonly string[]) {
    const before = items ?? []
    void edit((now) => now.filter(({ asset }) => !assets.includes(asset)))
    const undo = () => void edit((now) => restore(before, now, assets))
    showToast(t('order:removed', { count: assets.length }), {
      action: { name: t('common:undo'), run: undo },
    })
  }

  return {
    ...state,
    items: items ?? [],
    /** Items that are in the queue already stay as they are. */
    add,
    remove,
    clear: () => remove((items ?? []).map(({ asset }) => asset)),
    change: (assets: readonly string[], change: Partial<OrderDraft>) =>
      void edit((now) =>
        now.map((item) => (assets.includes(item.asset) ? { ...item, ...change } : item)),
      ),
    /** After a submit: keeps the asset for the languages that were not ordered, or removes it. */
    keepLanguages: (asset: string, languages: readonly string[]) =>
      editNow((now) =>
        now.flatMap((item) => {
          if (item.asset !== asset) return [item]
          return languages.length ? [{ ...item, languages: [...languages] }] : []
        }),
      ),
  }
}

function useEditableQueue(userId: string) {
  const { call } = useService()
  const queryClient = useQueryClient()
  const query = queueQuery(call, userId)
  const { data, error, refetch, isFetching } = useQuery({ ...query, enabled: userId !== '' })
  const items = useSyncExternalStore(subscribe, () => getUnsaved(userId)) ?? data

  async function edit(change: (items: Items) => Items) {
    if (!userId) return
    const before =
      getUnsaved(userId) ??
      queryClient.getQueryData<Items>(query.queryKey) ??
      (await queryClient.fetchQuery<Items>(query))
    const changed = change(before)
    queryClient.setQueryData(query.queryKey, changed)
    setUnsaved(userId, changed)
    saveLater({ call, userId })
  }

  /** Saves at once, so that a page that closes now does not offer the same order again. */
  async function editNow(change: (items: Items) => Items) {
    await edit(change)
    if (userId) await save({ call, userId })
  }

  return {
    items,
    edit,
    editNow,
    isPending: items === undefined && !error,
    error: items ? null : error,
    retry: () => void refetch(),
    isRetrying: isFetching,
  }
}

/** Puts removed items back at their old position. */
const restore = (before: Items, now: Items, removed: readonly string[]): Items => [
  ...before.filter(
    ({ asset }) => removed.includes(asset) || now.some((item) => item.asset === asset),
  ),
  ...now.filter(({ asset }) => !before.some((item) => item.asset === asset)),
]

function queueQuery(call: ServiceCall, userId: string) {
  return {
    queryKey: [users.getUser.path, 'orderQueue', userId] as const,
    queryFn: async (): Promise<Items> => {
      const { orderQueue } = await call(users.getUser, { params: { id: userId } })
      return getUnsaved(userId) ?? parseQueueItems(orderQueue)
    },
  }
}
