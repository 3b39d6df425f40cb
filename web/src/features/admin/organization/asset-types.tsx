import { assettypes } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LinkButton } from '../../../ui/fields/link-button.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { NameAndNote, nameLink } from '../../../ui/text/name-and-note.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import type { Column } from '../../../ui/table/responsive-table.tsx'
import { RecordDialog } from '../record-dialog.tsx'
import { Lead } from '../lead.tsx'
import { AssetTypeForm } from './asset-type-form.tsx'

const route = getRouteApi('/app/administration/assettypes')

export function AssetTypes() {
  const { t } = useTranslation(['organization', 'admin'])
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const close = () => void navigate({ search: {}, resetScroll: false })
  const pages = usePagedQuery(assettypes.listAssetTypes, {})
  const add = (
    <LinkButton to="/administration/assettypes" search={{ open: 'new' }}>
      {t('assetType.add')}
    </LinkButton>
  )
  return (
    <Page
      title={t('admin:assettypes.title')}
      lead={<Lead action={add}>{t('admin:assettypes.lead')}</Lead>}
    >
      <PagedTable
        label={t('admin:assettypes.title')}
        totalLabel={(count) => t('assetType.total', count)}
        pages={pages}
        columns={useColumns()}
        empty={
          <EmptyState title={t('assetType.none')} action={add}>
            <p>{t('assetType.hint')}</p>
          </EmptyState>
        }
      />
      {open && (
        <RecordDialog
          key={open}
          id={open}
          endpoint={assettypes.getAssetType}
          newTitle={t('assetType.add')}
          kind={t('assetType.one')}
          onClose={close}
        >
          {(type) => <AssetTypeForm type={type} onDone={close} />}
        </RecordDialog>
      )}
    </Page>
  )
}

function useColumns(): [Column<assettypes.AssetType>, ...Column<assettypes.AssetType>[]] {
  const { t } = useTranslation('organization')
  return [
    {
      title: t('name'),
      width: '40%',
      cell: ({ _id, name }) => (
        <NameAndNote
          name={
            <Link
              to="/administration/assettypes"
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
    { title: t('slug'), width: '24%', cell: ({ slug }) => <span dir="ltr">{slug}</span> },
    {
      title: t('assetType.category'),
      hideTitle: true,
      cell: ({ category }) => t(`assetType.categories.${category}`),
    },
    {
      title: t('assetType.mediaType'),
      hideTitle: true,
      cell: ({ mediaType }) => <span dir="ltr">{mediaType}</span>,
    },
  ]
}
