import { projects } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { useStudios } from '../../shared/lookups.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FilterBar } from '../../../ui/table/filter-bar.tsx'
import { LinkButton } from '../../../ui/fields/link-button.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { DateTime } from '../../../ui/text/date-time.tsx'
import { NameAndNote, nameLink } from '../../../ui/text/name-and-note.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import type { Column } from '../../../ui/table/responsive-table.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { StatusTag } from '../../../ui/text/status-tag.tsx'
import { cityOf, formatDateTime } from '../../../ui/format/time.ts'
import { RecordDialog } from '../record-dialog.tsx'
import { Lead } from '../lead.tsx'
import { ProjectForm } from './project-form.tsx'

const route = getRouteApi('/app/administration/projects')
const STATUSES = ['active', 'archived'] as const satisfies projects.ProjectStatus[]

export function AdminProjects() {
  const { t } = useTranslation(['organization', 'admin'])
  const { open, ...filters } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (change: { q?: string; studio?: string; status?: string }) =>
    void navigate({
      search: (before) => ({ ...before, ...change }),
      replace: true,
      resetScroll: false,
    })
  const close = () => void navigate({ search: filters, resetScroll: false })
  const studios = useStudios()
  const status = STATUSES.find((known) => known === filters.status)
  const pages = usePagedQuery(projects.listProjects, {
    query: { q: filters.q, studio: filters.studio, status, order: 'name' },
  })
  const add = (
    <LinkButton to="/administration/projects" search={{ ...filters, open: 'new' }}>
      {t('project.add')}
    </LinkButton>
  )
  return (
    <Page
      title={t('admin:projects.title')}
      lead={<Lead action={add}>{t('admin:projects.lead')}</Lead>}
    >
      <FilterBar
        label={t('project.filterLabel')}
        activeCount={[filters.studio, filters.status].filter(Boolean).length}
        search={
          <SearchField
            label={t('project.search')}
            value={filters.q ?? ''}
            onSearch={(text) => choose({ q: text || undefined })}
          />
        }
        filters={
          <>
            {studios.options.length > 1 && (
              <Select
                label={t('studio.one')}
                anyLabel={t('anyStudio')}
                value={filters.studio}
                options={studios.options}
                onChange={(studio) => choose({ studio })}
              />
            )}
            <Select
              label={t('project.status')}
              anyLabel={t('project.any')}
              value={filters.status}
              options={STATUSES.map((value) => ({ value, name: t(`project.statuses.${value}`) }))}
              onChange={(value) => choose({ status: value })}
            />
          </>
        }
      />
      <PagedTable
        label={t('admin:projects.title')}
        totalLabel={(count) => t('project.total', count)}
        pages={pages}
        columns={useColumns()}
        empty={
          <EmptyState title={t('project.none')} action={add}>
            <p>{t('project.hint')}</p>
          </EmptyState>
        }
      />
      {open && (
        <RecordDialog
          key={open}
          id={open}
          endpoint={projects.getProject}
          newTitle={t('project.add')}
          kind={t('project.one')}
          onClose={close}
        >
          {(project) => <ProjectForm project={project} onDone={close} />}
        </RecordDialog>
      )}
    </Page>
  )
}

function useColumns(): [Column<projects.Project>, ...Column<projects.Project>[]] {
  const { t } = useTranslation('organization')
  const studios = useStudios()
  return [
    {
      title: t('name'),
      width: '30%',
      cell: ({ _id, name, slug }) => (
        <NameAndNote
          name={
            <Link
              to="/administration/projects"
              search={(before) => ({ ...before, open: _id })}
              resetScroll={false}
              className={nameLink}
            >
              {name}
            </Link>
          }
          note={slug}
        />
      ),
    },
    { title: t('studio.one'), width: '18%', cell: ({ studio }) => studios.nameOf(studio) },
    {
      title: t('project.status'),
      width: '14%',
      hideTitle: true,
      cell: ({ status }) => (
        <StatusTag tone={status === 'active' ? 'good' : 'neutral'} done={status !== 'active'}>
          {t(`project.statuses.${status}`)}
        </StatusTag>
      ),
    },
    {
      title: t('project.release'),
      cell: ({ release }) =>
        release && (
          <NameAndNote
            name={<DateTime at={release.date} />}
            note={t('project.timeInCity', {
              time: formatDateTime(release.tz, release.date),
              city: cityOf(release.tz),
            })}
          />
        ),
    },
  ]
}
