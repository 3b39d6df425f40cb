import { notifications } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { useService } from '../../api/queries.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'

/** As many can be put back one by one; of more the service can only be told that all are read. */
const MOST_UNDONE = 100

export function useMarking() {
  const { t } = useTranslation(['notifications', 'common'])
  const { ask } = useService()
  const { mutate: act } = useEndpointMutation(notifications.markNotification)
  const all = useEndpointMutation(notifications.markAllNotifications)
  const unread = (ids: string[]) =>
    ids.forEach((id) => act({ params: { id }, body: { read: false } }))
  return {
    /** Whoever opens it has seen it: nothing is said about that. */
    open: (id: string) => act({ params: { id }, body: { read: true, viewed: true } }),
    read: (id: string) => {
      act({ params: { id }, body: { read: true } })
      showToast(t('notifications:marked', { count: 1 }), {
        act: { name: t('common:undo'), run: () => unread([id]) },
      })
    },
    unread: (id: string) => unread([id]),
    readAll: async () => {
      const { items, total } = await ask(notifications.listNotifications, {
        query: { read: 'false' },
        range: { first: 0, last: MOST_UNDONE - 1 },
      })
      const { read } = await all.mutateAsync({ body: { read: true } })
      const undo =
        total <= MOST_UNDONE
          ? { act: { name: t('common:undo'), run: () => unread(items.map(({ _id }) => _id)) } }
          : {}
      showToast(t('notifications:marked', { count: read }), undo)
    },
    isMarkingAll: all.isPending,
  }
}
