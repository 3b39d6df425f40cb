import { projects } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { ReleaseDate } from '../../shared/release-date.tsx'
import { AssetGrid } from '../grid/asset-grid.tsx'
import { NoAssets } from '../no-assets.tsx'
import { NewRecordActions } from '../create/new-record-actions.tsx'
import { RecordPage } from '../../../ui/layout/record-page.tsx'
import { PendingGrid } from '../grid/pending-grid.tsx'
import { ProjectTerms } from './terms.tsx'
import styles from './project.module.css'

const route = getRouteApi('/app/projects/$id')

export function Project() {
  const { t } = useTranslation('library')
  const { id } = route.useParams()
  const answer = useEndpointQuery(projects.getProject, { params: { id } })
  return (
    <RecordPage
      query={answer}
      kind={t('project')}
      nameOf={({ name }) => name}
      breadcrumb={<Link to="/projects">{t('projects')}</Link>}
      lead={
        answer.data?.description && (
          <p className={styles.description} dir="auto">
            {answer.data.description}
          </p>
        )
      }
      actions={answer.data && <NewRecordActions project={answer.data._id} />}
      backLink={<Link to="/projects">{t('allProjects')}</Link>}
      pending={<PendingGrid view="grid" />}
    >
      {(project) => <Body project={project} />}
    </RecordPage>
  )
}

function Body({ project }: { project: projects.Project }) {
  const { t } = useTranslation('library')
  const { id } = route.useParams()
  const { part, as, order } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <div className={styles.details}>
        <span>
          <ReleaseDate release={project.release} />
        </span>
        {project.status === 'archived' && <span>{t('projectStatus.archived')}</span>}
        <Link to="/reports" search={{ part: 'coverage', project: project._id }}>
          {t('coverage')}
        </Link>
      </div>
      <nav className={styles.tabs} aria-label={t('sections')}>
        <Link
          to="/projects/$id"
          params={{ id }}
          search={as ? { as } : {}}
          activeOptions={{ exact: true, includeSearch: true }}
          resetScroll={false}
        >
          {t('assets')}
        </Link>
        <Link
          to="/projects/$id"
          params={{ id }}
          search={{ part: 'terms' }}
          activeOptions={{ includeSearch: true }}
          resetScroll={false}
        >
          {t('terms.title')}
        </Link>
      </nav>
      {part === 'terms' ? (
        <ProjectTerms project={project._id} />
      ) : (
        <AssetGrid
          query={{ project: project._id, order }}
          view={as === 'list' ? 'list' : 'grid'}
          onView={(view) =>
            void navigate({
              search: view === 'list' ? { as: view } : {},
              replace: true,
              resetScroll: false,
            })
          }
          onOrder={(by) =>
            void navigate({
              search: (before) => ({ ...before, order: by }),
              replace: true,
              resetScroll: false,
            })
          }
          empty={<NoAssets title={t('noneInProject')} project={project._id} />}
        />
      )}
    </>
  )
}
