import { studios } from '@reelay/api/contract'
import { profileFor } from '@reelay/subtitles/profiles'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { LinkButton } from '../../../ui/fields/link-button.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { NameAndNote, nameLink } from '../../../ui/text/name-and-note.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import type { Column } from '../../../ui/table/responsive-table.tsx'
import { Lead } from '../lead.tsx'
import { NewStudio } from './new-studio.tsx'

const route = getRouteApi('/app/administration/studios')

export function Studios() {
  const { t } = useTranslation(['organization', 'admin'])
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const mayFound = useHasPermission('installation.manage')
  const pages = usePagedQuery(studios.listStudios, {})
  const close = () => void navigate({ search: {}, resetScroll: false })
  const add = mayFound && (
    <LinkButton to="/administration/studios" search={{ open: 'new' }}>
      {t('studio.add')}
    </LinkButton>
  )
  return (
    <Page
      title={t('admin:studios.title')}
      lead={<Lead action={add}>{t('admin:studios.lead')}</Lead>}
    >
      <PagedTable
        label={t('admin:studios.title')}
        totalLabel={(count) => t('studio.total', count)}
        pages={pages}
        columns={useColumns()}
        empty={
          <EmptyState title={t('studio.none')} action={add}>
            <p>{t('studio.hint')}</p>
          </EmptyState>
        }
      />
      {open === 'new' && mayFound && (
        <Dialog size="middle" title={t('studio.add')} onClose={close}>
          <NewStudio onClose={close} />
        </Dialog>
      )}
    </Page>
  )
}

function useColumns(): [Column<studios.Studio>, ...Column<studios.Studio>[]] {
  const { t } = useTranslation('organization')
  return [
    {
      title: t('name'),
      width: '36%',
      cell: ({ _id, name, slug }) => (
        <NameAndNote
          name={
            <Link to="/administration/studios/$id" params={{ id: _id }} className={nameLink}>
              {name}
            </Link>
          }
          note={slug}
        />
      ),
    },
    {
      title: t('studio.leadTime'),
      width: '18%',
      cell: ({ settings }) => t('studio.hours', { count: settings.leadTimeHours }),
    },
    {
      title: t('studio.profile'),
      cell: ({ settings }) => profileFor(settings.subtitleProfile, 'eng').title,
    },
    {
      title: t('studio.twoFactor'),
      width: '18%',
      cell: ({ settings }) => t(settings.requireTwoFactor ? 'studio.required' : 'studio.optional'),
    },
  ]
}
