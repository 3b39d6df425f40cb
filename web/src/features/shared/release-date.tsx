import type { projects } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { cityOf, formatDate } from '../../ui/format/time.ts'

/** A release is a calendar day in its own time zone. */
export function ReleaseDate({ release }: { release: projects.Project['release'] }) {
  const { t } = useTranslation('trade')
  if (!release) return <>{t('noReleaseDate')}</>
  return (
    <time dateTime={new Date(release.date * 1000).toISOString()}>
      {t('releaseOn', { day: formatDate(release.tz, release.date), city: cityOf(release.tz) })}
    </time>
  )
}
