import { assets, type projects } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { Poster } from '../../shared/poster.tsx'
import { ReleaseDate } from '../../shared/release-date.tsx'
import { Breakable } from '../../../ui/text/breakable.tsx'
import { totalValues } from '../../../ui/format/total.ts'
import { nameLink } from '../../../ui/text/name-and-note.tsx'
import styles from './projects.module.css'

const NO_PICTURE = { $poster: null, mediaType: 'video' }
/** Shorter than the validity of a poster URL. */
const CACHE = { staleTime: 4 * 60_000 }

/** A request for the newest asset also returns the number of assets. */
export function ProjectCard({ project }: { project: projects.Project }) {
  const { t } = useTranslation('library')
  const { data } = useEndpointQuery(
    assets.listAssets,
    { query: { project: project._id }, range: { first: 0, last: 0 } },
    CACHE,
  )
  return (
    <li className={styles.project}>
      <Poster asset={data?.items[0] ?? NO_PICTURE} />
      <div className={styles.text}>
        <h2 className={styles.name} dir="auto">
          <Link to="/projects/$id" params={{ id: project.slug }} className={nameLink}>
            <Breakable text={project.name} />
          </Link>
        </h2>
        {project.description && (
          <p className={styles.description} dir="auto">
            {project.description}
          </p>
        )}
        <div className={styles.details}>
          <span>{data ? t('total', totalValues(data.total)) : <>&nbsp;</>}</span>
          {project.status === 'archived' && <span>{t('projectStatus.archived')}</span>}
        </div>
        <div className={styles.release}>
          <ReleaseDate release={project.release} />
        </div>
      </div>
    </li>
  )
}
