import { Button } from '@mantine/core'
import { downloads } from '@reelay/api/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { usePages } from '../../api/queries.ts'
import { useMay, useMe } from '../shared/current-user.ts'
import { useAssetTypes, usePeople } from '../shared/lookups.ts'
import { Choice } from '../../ui/fields/select.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Filters } from '../../ui/table/filters.tsx'
import { Listing } from '../../ui/table/listing.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { figure } from '../../ui/format/format.ts'
import { useColumns } from './columns.tsx'

const route = getRouteApi('/inside/downloads')
const ORDERS = ['asset', 'project', 'file'] as const

/**
 * What was taken out of the house, newest first: one's own, or with the right to read reports the
 * studio's.
 */
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
  const seesAll = useMay('report.read')
  const may = useMay('file.download')
  const types = useAssetTypes()
  const pages = usePages(downloads.listDownloads, {
    query: { q, type, order, ...(seesAll && { user }) },
  })
  const columns = useColumns({ withPerson: seesAll, may })
  return (
    <Page
      title={t('downloads:title')}
      lead={
        <p id="downloads-lead">
          {t(may ? (seesAll ? 'downloads:leadAll' : 'downloads:lead') : 'downloads:leadRefused')}
        </p>
      }
    >
      <Filters
        label={t('downloads:narrow')}
        active={[type, user, order].filter(Boolean).length}
        search={
          <SearchField
            label={t('downloads:search')}
            value={q ?? ''}
            onSearch={(text) => choose({ q: text || undefined })}
          />
        }
        choices={
          <>
            <Choice
              label={t('downloads:type')}
              any={t('downloads:anyType')}
              value={type}
              options={types.options}
              onChoose={(value) => choose({ type: value })}
            />
            {seesAll && <WhoChoice user={user} onChoose={(value) => choose({ user: value })} />}
            <Choice
              label={t('downloads:sort')}
              any={t('downloads:newest')}
              value={order}
              options={ORDERS.map((name) => ({ value: name, name: t(`downloads:by.${name}`) }))}
              onChoose={(value) => choose({ order: value })}
            />
          </>
        }
      />
      <Listing
        label={t('downloads:title')}
        total={(count) => t('downloads:total', { count, amount: figure(count) })}
        pages={pages}
        columns={columns}
        empty={
          q || type || user ? (
            <Empty
              title={t('downloads:noMatch')}
              action={
                <Button variant="default" onClick={() => void navigate({ search: {} })}>
                  {t('downloads:showAll')}
                </Button>
              }
            >
              <p>{t('downloads:noMatchNote')}</p>
            </Empty>
          ) : (
            <Empty title={t('downloads:none')}>
              <p>{t('downloads:noneNote')}</p>
            </Empty>
          )
        }
      />
    </Page>
  )
}

function WhoChoice({
  user,
  onChoose,
}: {
  user: string | undefined
  onChoose: (user: string | undefined) => void
}) {
  const { t } = useTranslation('downloads')
  const me = useMe()
  const people = usePeople()
  const options = [
    { value: 'me', name: t('me') },
    ...people.options.filter(({ value }) => value !== me?._id),
  ]
  return (
    <Choice
      label={t('who')}
      any={t('anyone')}
      value={user === me?._id ? 'me' : user}
      options={options}
      onChoose={onChoose}
    />
  )
}
