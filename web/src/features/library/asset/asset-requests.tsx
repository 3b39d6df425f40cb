import { workrequests, type assets } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { useVersionColumns } from '../../shared/request-columns.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { languageName } from '../../../ui/format/format.ts'

/** The work requests for the asset, and the languages that exist already. */
export function AssetRequests({
  asset: {
    _id,
    $permissions: { sources },
  },
}: {
  asset: assets.Asset
}) {
  const { t } = useTranslation('asset')
  const pages = usePagedQuery(workrequests.listWorkRequests, {
    query: { asset: _id, order: 'due' },
  })
  const columns = useVersionColumns()
  const [complete, timed] = [sources.requests.languages, sources.autosubs.languages].map(
    (languages) => languages.map(languageName).join(', '),
  )
  return (
    <Section
      title={t('requests.title')}
      note={[
        complete && t('requests.complete', { languages: complete }),
        timed && t('requests.timed', { languages: timed }),
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      <PagedTable
        label={t('requests.label')}
        totalLabel={(count) => t('requests.total', count)}
        pages={pages}
        columns={columns}
        empty={
          <EmptyState title={t('requests.none')}>
            <p>{t('requests.emptyHint')}</p>
          </EmptyState>
        }
      />
    </Section>
  )
}
