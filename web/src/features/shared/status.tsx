import { workrequests, type translations } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { StatusTag, type Tone } from '../../ui/text/status-tag.tsx'

type StatusStyle = { tone: Tone; done: boolean }

/**
 * An empty dot while someone still has to act, a filled one when work is in progress or decided.
 */
const STATUS_STYLES: Record<workrequests.Status, StatusStyle> = {
  incomplete: { tone: 'neutral', done: false },
  submitted: { tone: 'info', done: false },
  'awaiting-materials': { tone: 'warning', done: false },
  'in-progress': { tone: 'info', done: true },
  'for-review': { tone: 'accent', done: true },
  rejected: { tone: 'bad', done: true },
  approved: { tone: 'good', done: false },
  complete: { tone: 'good', done: true },
  cancelled: { tone: 'neutral', done: true },
}

const TRANSLATION_STATUS_STYLES: Record<translations.TranslationStatus, StatusStyle> = {
  incomplete: { tone: 'neutral', done: false },
  submitted: { tone: 'accent', done: true },
  approved: { tone: 'good', done: true },
  rejected: { tone: 'bad', done: true },
}

export function RequestStatus({ status }: { status: workrequests.Status }) {
  const { t } = useTranslation('trade')
  return <StatusTag {...STATUS_STYLES[status]}>{t(`status.${status}`)}</StatusTag>
}

export function TranslationStatus({ status }: { status: translations.TranslationStatus }) {
  const { t } = useTranslation('trade')
  return (
    <StatusTag {...TRANSLATION_STATUS_STYLES[status]}>{t(`translationStatus.${status}`)}</StatusTag>
  )
}

export const statusTone = (status: workrequests.Status): Tone => STATUS_STYLES[status].tone
export const isFinal = (status: workrequests.Status): boolean =>
  status === 'complete' || status === 'cancelled'
export const OPEN_STATUSES: workrequests.Status[] = workrequests.STATUSES.filter(
  (status) => !isFinal(status),
)
