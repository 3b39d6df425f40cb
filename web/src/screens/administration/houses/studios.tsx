import { studios, subtitleProfiles } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../wording.ts'
import { usePages } from '../../../answers.ts'
import { useMay } from '../../../records/me.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Listing } from '../../../ui/listing.tsx'
import { Named, nameLink } from '../../../ui/named.tsx'
import { Page } from '../../../ui/page.tsx'
import type { Column } from '../../../ui/records.tsx'
import { Lead } from '../head.tsx'
import { NewStudio } from './new-studio.tsx'

const route = getRouteApi('/inside/administration/studios')

export function Studios() {
  const { t } = useTranslation(['houses', 'administration'])
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const mayFound = useMay('installation.manage')
  const pages = usePages(studios.listStudios, {})
  const close = () => void navigate({ search: {}, resetScroll: false })
  const add = mayFound && (
    <LinkButton to="/administration/studios" search={{ open: 'new' }}>
      {t('studio.add')}
    </LinkButton>
  )
  return (
    <Page
      title={t('administration:studios.title')}
      lead={<Lead act={add}>{t('administration:studios.lead')}</Lead>}
    >
      <Listing
        label={t('administration:studios.title')}
        total={(count) => t('studio.total', { count })}
        pages={pages}
        columns={useColumns()}
        empty={
          <Empty title={t('studio.none')} action={add}>
            <p>{t('studio.lesson')}</p>
          </Empty>
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
  const { t } = useTranslation('houses')
  return [
    {
      title: t('name'),
      width: '36%',
      cell: ({ _id, name, slug }) => (
        <Named
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
      cell: ({ settings }) => subtitleProfiles.profileFor(settings.subtitleProfile, 'eng').title,
    },
    {
      title: t('studio.secondFactor'),
      width: '18%',
      cell: ({ settings }) => t(settings.requireTwoFactor ? 'studio.required' : 'studio.free'),
    },
  ]
}
