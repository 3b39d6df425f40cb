import { notifications } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { useService } from '../../api/service-context.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'

/** Undo marks each notification as unread again, so it is limited to this many. */
const MAX_UNDO = 100

export function useMarkRead() {
  const { t } = useTranslation(['notifications', 'common'])
  const { call } = useService()
  const { mutate } = useEndpointMutation(notifications.markNotification)
  const all = useEndpointMutation(notifications.markAllNotifications)
  const unread = (ids: string[]) =>
    ids.forEach((id) => mutate({ params: { id }, body: { read: false } }))
  return {
    /** Opening a notification marks it without a toast. */
    open: (id: string) => mutate({ params: { id }, body: { read: true, viewed: true } }),
    read: (id: string) => {
      mutate({ params: { id }, body: { read: true } })
      showToast(t('notifications:marked', { count: 1 }), {
        action: { name: t('common:undo'), run: () => unread([id]) },
      })
    },
    unread: (id: string) => unread([id]),
    readAll: async () => {
      const { items, total } = await call(notifications.listNotifications, {
        query: { read: 'false' },
        range: { first: 0, last: MAX_UNDO - 1 },
      })
      const { read } = await all.mutateAsync({ body: { read: true } })
      const undo =
        total !== null && total <= MAX_UNDO
          ? { action: { name: t('common:undo'), run: () => unread(items.map(({ _id }) => _id)) } }
          : {}
      showToast(t('notifications:marked', { count: read }), undo)
    },
    isMarkingAll: all.isPending,
  }
}
