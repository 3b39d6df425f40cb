import { groups } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../wording.ts'
import { usePages } from '../../../answers.ts'
import { useStudios } from '../../../records/registers.ts'
import { Empty } from '../../../ui/empty.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Listing } from '../../../ui/listing.tsx'
import { Named, nameLink } from '../../../ui/named.tsx'
import { Page } from '../../../ui/page.tsx'
import type { Column } from '../../../ui/records.tsx'
import { figure } from '../../../ui/words.ts'
import { Editor } from '../editor.tsx'
import { Lead } from '../head.tsx'
import { GroupForm } from './group-form.tsx'

const route = getRouteApi('/inside/administration/groups')

export function Groups() {
  const { t } = useTranslation(['people', 'administration'])
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
    <Page
      title={t('administration:groups.title')}
      lead={<Lead act={add}>{t('administration:groups.lead')}</Lead>}
    >
      <Listing
        label={t('administration:groups.title')}
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
