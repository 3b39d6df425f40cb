import type { projects } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { cityOf, formatDate } from '../../ui/format/time.ts'

/** A premiere is a day on the calendar of its place, wherever it is read. */
export function ReleaseDate({ release }: { release: projects.Project['release'] }) {
  const { t } = useTranslation('trade')
  if (!release) return <>{t('noReleaseDate')}</>
  return (
    <time dateTime={new Date(release.date * 1000).toISOString()}>
      {t('releaseOn', { day: formatDate(release.tz, release.date), city: cityOf(release.tz) })}
    </time>
  )
}
