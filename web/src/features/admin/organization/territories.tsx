import { territories } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FilterBar } from '../../../ui/table/filter-bar.tsx'
import { LinkButton } from '../../../ui/fields/link-button.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { NameAndNote, nameLink } from '../../../ui/text/name-and-note.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import type { Column } from '../../../ui/table/responsive-table.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { languageName, regionName } from '../../../ui/format/format.ts'
import { RecordDialog } from '../record-dialog.tsx'
import { Lead } from '../lead.tsx'
import { TerritoryForm } from './territory-form.tsx'

const route = getRouteApi('/app/administration/territories')

export function Territories() {
  const { t } = useTranslation(['organization', 'admin'])
  const { q, open } = route.useSearch()
  const navigate = route.useNavigate()
  const close = () => void navigate({ search: { q }, resetScroll: false })
  const pages = usePagedQuery(territories.listTerritories, { query: { q } })
  const add = (
    <LinkButton to="/administration/territories" search={{ open: 'new' }}>
      {t('territory.add')}
    </LinkButton>
  )
  return (
    <Page
      title={t('admin:territories.title')}
      lead={<Lead action={add}>{t('admin:territories.lead')}</Lead>}
    >
      <FilterBar
        label={t('territory.filterLabel')}
        activeCount={0}
        filters={null}
        search={
          <SearchField
            label={t('territory.search')}
            value={q ?? ''}
            onSearch={(text) =>
              void navigate({ search: text ? { q: text } : {}, replace: true, resetScroll: false })
            }
          />
        }
      />
      <PagedTable
        label={t('admin:territories.title')}
        totalLabel={(count) => t('territory.total', count)}
        pages={pages}
        columns={useColumns()}
        empty={
          <EmptyState title={t('territory.none')} action={add}>
            <p>{t('territory.hint')}</p>
          </EmptyState>
        }
      />
      {open && (
        <RecordDialog
          key={open}
          id={open}
          endpoint={territories.getTerritory}
          newTitle={t('territory.add')}
          kind={t('territory.one')}
          onClose={close}
        >
          {(territory) => <TerritoryForm territory={territory} onDone={close} />}
        </RecordDialog>
      )}
    </Page>
  )
}

function useColumns(): [Column<territories.Territory>, ...Column<territories.Territory>[]] {
  const { t } = useTranslation('organization')
  return [
    {
      title: t('name'),
      width: '30%',
      cell: ({ _id, name }) => (
        <NameAndNote
          name={
            <Link
              to="/administration/territories"
              search={(before) => ({ ...before, open: _id })}
              resetScroll={false}
              className={nameLink}
            >
              {name}
            </Link>
          }
        />
      ),
    },
    {
      title: t('territory.code'),
      width: '16%',
      hideTitle: true,
      cell: ({ code, standard }) => (
        <span dir="ltr">
          {code} · {standard}
        </span>
      ),
    },
    {
      title: t('territory.countries'),
      cell: ({ countries }) => countries.map(({ code }) => regionName(code)).join(', ') || null,
    },
    {
      title: t('territory.languages'),
      width: '24%',
      cell: ({ languages }) => languages.map(({ code }) => languageName(code)).join(', ') || null,
    },
  ]
}
