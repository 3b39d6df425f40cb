import { groups } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePages } from '../../../api/queries.ts'
import { useStudios } from '../../shared/lookups.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { LinkButton } from '../../../ui/fields/link-button.tsx'
import { Listing } from '../../../ui/table/listing.tsx'
import { Named, nameLink } from '../../../ui/text/name-and-note.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import type { Column } from '../../../ui/table/table.tsx'
import { figure } from '../../../ui/format/format.ts'
import { Editor } from '../editor.tsx'
import { Lead } from '../head.tsx'
import { GroupForm } from './group-form.tsx'

const route = getRouteApi('/inside/administration/groups')

export function Groups() {
  const { t } = useTranslation(['people', 'admin'])
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const close = () => void navigate({ search: {}, resetScroll: false })
  const columns = useGroupColumns()
  const pages = usePages(groups.listGroups, {})
  const add = (
    <LinkButton to="/administration/groups" search={{ open: 'new' }}>
      {t('group.add')}
    </LinkButton>
  )
  return (
    <Page title={t('admin:groups.title')} lead={<Lead act={add}>{t('admin:groups.lead')}</Lead>}>
      <Listing
        label={t('admin:groups.title')}
        total={(count) => t('group.total', { count })}
        pages={pages}
        columns={columns}
        empty={
          <Empty title={t('group.none')} action={add}>
            <p>{t('group.lesson')}</p>
          </Empty>
        }
      />
      {open && (
        <Editor
          key={open}
          id={open}
          endpoint={groups.getGroup}
          add={t('group.add')}
          one={t('group.one')}
          onClose={close}
        >
          {(group) => <GroupForm group={group} onDone={close} />}
        </Editor>
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
        <Named
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
      plain: true,
      cell: ({ type }) => t(`group.types.${type}`),
    },
    {
      title: t('studio'),
      width: '24%',
      cell: (group) => group.studios.map(studios.nameOf).join(', ') || null,
    },
    {
      title: t('group.people'),
      cell: ({ users }) => <span className="tabular">{figure(users.length)}</span>,
    },
  ]
}
