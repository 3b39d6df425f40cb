import type { workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useVersionName } from '../shared/request-columns.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { TextWithLinks } from '../../ui/text/text-with-links.tsx'
import { formatRelativeTime, formatTimeDistance } from '../../ui/format/time.ts'

/**
 * A calm morning: what comes next, though somebody else is at it. `open` comes sorted by when it is
 * due.
 */
export function NoTasks({ open }: { open: workrequests.WorkRequest[] }) {
  const { t } = useTranslation('today')
  const next = open.find(({ due }) => due)
  return (
    <EmptyState
      title={t('nothing')}
      action={
        <Link to={open.length ? '/workrequests' : '/assets'}>
          {open.length ? t('requests') : t('library')}
        </Link>
      }
    >
      {next && (
        <p>
          <NextDue next={next} />
        </p>
      )}
      <p>{open.length ? t('nothingLesson') : t('nothingOpen')}</p>
    </EmptyState>
  )
}

function NextDue({
  next: { _id: id, asset, due, ...request },
}: {
  next: workrequests.WorkRequest
}) {
  const { t } = useTranslation('today')
  const version = useVersionName()(request)
  const isLate = due!.date * 1000 < Date.now()
  const text = isLate
    ? t('nothingLate', { asset: asset.name, version, lapse: formatTimeDistance(due!.date) })
    : t('nothingNext', { asset: asset.name, version, when: formatRelativeTime(due!.date) })
  return (
    <TextWithLinks
      text={text}
      links={{ request: <Link to="/workrequests/$id" params={{ id }} /> }}
    />
  )
}
