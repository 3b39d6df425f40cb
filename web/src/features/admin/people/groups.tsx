import { groups } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { useStudios } from '../../shared/lookups.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LinkButton } from '../../../ui/fields/link-button.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { NameAndNote, nameLink } from '../../../ui/text/name-and-note.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import type { Column } from '../../../ui/table/responsive-table.tsx'
import { formatNumber } from '../../../ui/format/format.ts'
import { RecordDialog } from '../record-dialog.tsx'
import { Lead } from '../lead.tsx'
import { GroupForm } from './group-form.tsx'

const route = getRouteApi('/app/administration/groups')

export function Groups() {
  const { t } = useTranslation(['people', 'admin'])
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const close = () => void navigate({ search: {}, resetScroll: false })
  const columns = useGroupColumns()
  const pages = usePagedQuery(groups.listGroups, {})
  const add = (
    <LinkButton to="/administration/groups" search={{ open: 'new' }}>
      {t('group.add')}
    </LinkButton>
  )
  return (
    <Page title={t('admin:groups.title')} lead={<Lead action={add}>{t('admin:groups.lead')}</Lead>}>
      <PagedTable
        label={t('admin:groups.title')}
        totalLabel={(count) => t('group.total', count)}
        pages={pages}
        columns={columns}
        empty={
          <EmptyState title={t('group.none')} action={add}>
            <p>{t('group.hint')}</p>
          </EmptyState>
        }
      />
      {open && (
        <RecordDialog
          key={open}
          id={open}
          endpoint={groups.getGroup}
          newTitle={t('group.add')}
          kind={t('group.one')}
          onClose={close}
        >
          {(group) => <GroupForm group={group} onDone={close} />}
        </RecordDialog>
      )}
    </Page>
  )
}

function useGroupColumns(): [Column<groups.Group>, ...Column<groups.Group>[]] {
  const { t } = useTranslation('people')
  const studios = useStudios()
  return [
    {
      title: t('name'),
      width: '40%',
      cell: ({ _id, name }) => (
        <NameAndNote
          name={
            <Link
              to="/administration/groups"
              search={{ open: _id }}
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
      title: t('group.type'),
      width: '22%',
      hideTitle: true,
      cell: ({ type }) => t(`group.types.${type}`),
    },
    {
      title: t('studio'),
      width: '24%',
      cell: (group) => group.studios.map(studios.nameOf).join(', ') || null,
    },
    {
      title: t('group.people'),
      cell: ({ users }) => <span className="tabular">{formatNumber(users.length)}</span>,
    },
  ]
}
