import type { notifications } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'

type NotifiedEvent = Pick<
  notifications.Notification['event'],
  'type' | 'from' | 'automatic' | 'workRequest' | 'details' | 'files'
>

/** What happened, in one sentence. An automatic step names nobody. */
export function useActivityText(): (event: NotifiedEvent) => string {
  const { t } = useTranslation('trade')
  return ({ type, from, automatic, workRequest, details, files }) => {
    if (type === 'wdu') {
      const hours = Number(details.hours)
      return t(hours < 0 ? 'deadline.before' : 'deadline.after', { hours: Math.abs(hours) })
    }
    if (type === 'fin' && files.length > 1)
      return t('filesAdded', { name: from.name, count: files.length })
    if (automatic && type === 'was') return `${t('assignedToVendor')} · ${t('automatic')}`
    return automatic && workRequest
      ? `${t(`status.${workRequest.status}`)} · ${t('automatic')}`
      : t(`activity.${type}`, { name: from.name })
  }
}
