import { Button } from '@mantine/core'
import { audit } from '@reelay/api/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { CsvButton } from '../../shared/csv-button.tsx'
import { useHasPermission } from '../../shared/current-user.ts'
import { usePeopleNames } from '../../shared/people.ts'
import { useStudios } from '../../shared/lookups.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SelectedChips } from '../../../ui/fields/selected-chips.tsx'
import { FilterBar } from '../../../ui/table/filter-bar.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { localTimeZone } from '../../../ui/format/time.ts'
import { Lead } from '../lead.tsx'
import { useEntryColumns } from './entry-columns.tsx'
import { EntryDetails } from './entry-details.tsx'
import { createdBetween } from './date-range.ts'
import { Seals } from './seals.tsx'
import { DateInput } from '../../../ui/fields/date-input.tsx'
import { useCodeLabels } from './code-labels.ts'

const route = getRouteApi('/app/administration/audit')
const METHODS = ['POST', 'PUT', 'DELETE'] as const

export function Audit() {
  const { t } = useTranslation(['operations', 'admin'])
  const { q, who, act, studio, from, to } = route.useSearch()
  const navigate = route.useNavigate()
  const words = useCodeLabels()
  const studios = useStudios()
  const nameOf = usePeopleNames(who ? [who] : [])
  const mayVerify = useHasPermission('installation.manage')
  const choose = (change: {
    q?: string
    who?: string
    act?: string
    studio?: string
    from?: string
    to?: string
  }) =>
    void navigate({
      search: (before) => ({ ...before, ...change }),
      replace: true,
      resetScroll: false,
    })
  const method = METHODS.find((known) => known === act)
  const input = {
    query: {
      q,
      who,
      studio,
      act: method && `${method} `,
      created: createdBetween(localTimeZone(), from, to),
    },
  }
  const pages = usePagedQuery(audit.listAudit, input)
  const columns = useEntryColumns((person) => choose({ who: person }))
  const isNarrowed = [q, who, act, studio, from, to].some(Boolean)
  return (
    <Page
      title={t('admin:audit.title')}
      lead={
        <Lead
          action={
            <>
              <CsvButton endpoint={audit.listAudit} input={input} />
              {mayVerify && <Seals />}
            </>
          }
        >
          {t('admin:audit.lead')}
        </Lead>
      }
    >
      <FilterBar
        label={t('entry.filterLabel')}
        activeCount={[act, studio, from, to].filter(Boolean).length}
        search={
          <SearchField
            label={t('entry.search')}
            value={q ?? ''}
            onSearch={(text) => choose({ q: text || undefined })}
          />
        }
        filters={
          <>
            <Select
              label={t('entry.action')}
              anyLabel={t('entry.anyAction')}
              value={method}
              options={METHODS.map((value) => ({ value, name: words.action(value) }))}
              onChange={(value) => choose({ act: value })}
            />
            {studios.options.length > 1 && (
              <Select
                label={t('entry.studio')}
                anyLabel={t('entry.anyStudio')}
                value={studio}
                options={studios.options}
                onChange={(value) => choose({ studio: value })}
              />
            )}
            <DateInput
              type="date"
              label={t('entry.from')}
              value={from ?? ''}
              max={to}
              onChange={({ currentTarget }) => choose({ from: currentTarget.value || undefined })}
            />
            <DateInput
              type="date"
              label={t('entry.to')}
              value={to ?? ''}
              min={from}
              onChange={({ currentTarget }) => choose({ to: currentTarget.value || undefined })}
            />
          </>
        }
      />
      {who && (
        <SelectedChips
          label={t('entry.activeFilter')}
          selected={[{ value: who, name: t('entry.onlyThis', { name: nameOf(who) }) }]}
          onRemove={() => choose({ who: undefined })}
        />
      )}
      <PagedTable
        label={t('admin:audit.title')}
        totalLabel={(count) => t('entry.total', count)}
        pages={pages}
        columns={columns}
        details={(entry) => <EntryDetails entry={entry} />}
        empty={
          <EmptyState
            title={isNarrowed ? t('entry.noMatch') : t('entry.none')}
            action={
              isNarrowed && (
                <Button variant="default" onClick={() => void navigate({ search: {} })}>
                  {t('entry.showAll')}
                </Button>
              )
            }
          >
            <p>{t('entry.hint')}</p>
          </EmptyState>
        }
      />
    </Page>
  )
}
