import { Button } from '@mantine/core'
import { downloads } from '@reelay/api/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { usePagedQuery } from '../../api/paged-query.ts'
import { useHasPermission, useCurrentUser } from '../shared/current-user.ts'
import { useAssetTypes, usePeople } from '../shared/lookups.ts'
import { Select } from '../../ui/fields/select.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FilterBar } from '../../ui/table/filter-bar.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { useDownloadColumns } from './columns.tsx'

const route = getRouteApi('/app/downloads')
const ORDERS = ['asset', 'project', 'file'] as const

/** One's own downloads; with the permission to read reports, those of the studio. */
export function Downloads() {
  const { t } = useTranslation(['downloads', 'trade'])
  const { q, type, user, order } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (change: { q?: string; type?: string; user?: string; order?: string }) =>
    void navigate({
      search: (before) => ({ ...before, ...change }),
      replace: true,
      resetScroll: false,
    })
  const seesAll = useHasPermission('report.read')
  const may = useHasPermission('file.download')
  const types = useAssetTypes()
  const pages = usePagedQuery(downloads.listDownloads, {
    query: { q, type, order, ...(seesAll && { user }) },
  })
  const columns = useDownloadColumns({ withPerson: seesAll, may })
  return (
    <Page
      title={t('downloads:title')}
      lead={
        <p id="downloads-lead">
          {t(may ? (seesAll ? 'downloads:leadAll' : 'downloads:lead') : 'downloads:leadForbidden')}
        </p>
      }
    >
      <FilterBar
        label={t('downloads:filterLabel')}
        activeCount={[type, user, order].filter(Boolean).length}
        search={
          <SearchField
            label={t('downloads:search')}
            value={q ?? ''}
            onSearch={(text) => choose({ q: text || undefined })}
          />
        }
        filters={
          <>
            <Select
              label={t('downloads:type')}
              anyLabel={t('downloads:anyType')}
              value={type}
              options={types.options}
              onChange={(value) => choose({ type: value })}
            />
            {seesAll && <PersonFilter user={user} onChoose={(value) => choose({ user: value })} />}
            <Select
              label={t('downloads:sort')}
              anyLabel={t('downloads:newest')}
              value={order}
              options={ORDERS.map((name) => ({ value: name, name: t(`downloads:sortBy.${name}`) }))}
              onChange={(value) => choose({ order: value })}
            />
          </>
        }
      />
      <PagedTable
        label={t('downloads:title')}
        totalLabel={(count) => t('downloads:total', count)}
        pages={pages}
        columns={columns}
        empty={
          q || type || user ? (
            <EmptyState
              title={t('downloads:noMatch')}
              action={
                <Button variant="default" onClick={() => void navigate({ search: {} })}>
                  {t('downloads:showAll')}
                </Button>
              }
            >
              <p>{t('downloads:noMatchHint')}</p>
            </EmptyState>
          ) : (
            <EmptyState title={t('downloads:none')}>
              <p>{t('downloads:noneHint')}</p>
            </EmptyState>
          )
        }
      />
    </Page>
  )
}

function PersonFilter({
  user,
  onChoose,
}: {
  user: string | undefined
  onChoose: (user: string | undefined) => void
}) {
  const { t } = useTranslation('downloads')
  const me = useCurrentUser()
  const people = usePeople()
  const options = [
    { value: 'me', name: t('me') },
    ...people.options.filter(({ value }) => value !== me?._id),
  ]
  return (
    <Select
      label={t('downloadedBy')}
      anyLabel={t('anyone')}
      value={user === me?._id ? 'me' : user}
      options={options}
      onChange={onChoose}
    />
  )
}
