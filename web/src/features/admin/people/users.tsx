import { Button } from '@mantine/core'
import { access, users } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { useStudios } from '../../shared/lookups.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FilterBar } from '../../../ui/table/filter-bar.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { DateOnly } from '../../../ui/text/date-time.tsx'
import { NameAndNote, nameLink } from '../../../ui/text/name-and-note.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import type { Column } from '../../../ui/table/responsive-table.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { LinkButton } from '../../../ui/fields/link-button.tsx'
import { Lead } from '../lead.tsx'
import { UserStateTag } from './user-state.tsx'

const route = getRouteApi('/app/administration/users')

export function Users() {
  const { t } = useTranslation(['people', 'admin', 'trade'])
  const { q, role, studio, order } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (change: { q?: string; role?: string; studio?: string; order?: string }) =>
    void navigate({
      search: (before) => ({ ...before, ...change }),
      replace: true,
      resetScroll: false,
    })
  const studios = useStudios()
  const columns = useUserColumns()
  const pages = usePagedQuery(users.listUsers, {
    query: { q, role: role as access.Role | undefined, studio, order },
  })
  return (
    <Page
      title={t('admin:users.title')}
      lead={
        <Lead action={<LinkButton to="/administration/users/invite">{t('invite')}</LinkButton>}>
          {t('admin:users.lead')}
        </Lead>
      }
    >
      <FilterBar
        label={t('filterLabel')}
        activeCount={[role, studio, order].filter(Boolean).length}
        search={
          <SearchField
            label={t('search')}
            value={q ?? ''}
            onSearch={(text) => choose({ q: text || undefined })}
          />
        }
        filters={
          <>
            <Select
              label={t('roleTitle')}
              anyLabel={t('anyRole')}
              value={role}
              options={access.ROLES.map((value) => ({ value, name: t(`trade:role.${value}`) }))}
              onChange={(value) => choose({ role: value })}
            />
            {studios.options.length > 1 && (
              <Select
                label={t('studio')}
                anyLabel={t('anyStudio')}
                value={studio}
                options={studios.options}
                onChange={(value) => choose({ studio: value })}
              />
            )}
            <Select
              label={t('order')}
              anyLabel={t('byName')}
              value={order}
              options={[
                { value: '-created', name: t('newest') },
                { value: 'email', name: t('byEmail') },
              ]}
              onChange={(value) => choose({ order: value })}
            />
          </>
        }
      />
      <PagedTable
        label={t('admin:users.title')}
        totalLabel={(count) => t('total', count)}
        pages={pages}
        columns={columns}
        empty={
          <EmptyState
            title={t('noMatch')}
            action={
              <Button variant="default" onClick={() => void navigate({ search: {} })}>
                {t('showAll')}
              </Button>
            }
          >
            <p>{t('noMatchHint')}</p>
          </EmptyState>
        }
      />
    </Page>
  )
}

function useUserColumns(): [Column<users.User>, ...Column<users.User>[]] {
  const { t } = useTranslation(['people', 'trade'])
  const studios = useStudios()
  return [
    {
      title: t('name'),
      width: '36%',
      cell: ({ _id, name, emailNormal }) => (
        <NameAndNote
          name={
            <Link to="/administration/users/$id" params={{ id: _id }} className={nameLink}>
              {name}
            </Link>
          }
          note={emailNormal}
        />
      ),
    },
    {
      title: t('roleTitle'),
      width: '20%',
      hideTitle: true,
      cell: ({ roles, territory }) =>
        roles.length ? (
          <NameAndNote
            name={roles.map((role) => t(`trade:role.${role}`)).join(', ')}
            note={territory?.name}
          />
        ) : null,
    },
    {
      title: t('studio'),
      width: '20%',
      cell: (user) =>
        [...new Set([...user.studios, ...user.groups.flatMap((group) => group.studios)])]
          .map(studios.nameOf)
          .join(', ') || null,
    },
    {
      title: t('state'),
      hideTitle: true,
      cell: (user) => (
        <NameAndNote
          name={<UserStateTag user={user} />}
          note={
            user.status.registered ? undefined : (
              <>
                {t('since')} <DateOnly at={user.created} />
              </>
            )
          }
        />
      ),
    },
  ]
}
