import { useState } from 'react'
import { Button } from '@mantine/core'
import { memory } from '@reelay/api/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { NameAndNote } from '../../../ui/text/name-and-note.tsx'
import type { Column } from '../../../ui/table/responsive-table.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { languageName } from '../../../ui/format/format.ts'
import { TermForm } from './term-form.tsx'
import styles from './terms.module.css'

const route = getRouteApi('/app/projects/$id')

/** Required and forbidden terms for translations. People who approve translations can edit them. */
export function ProjectTerms({ project }: { project: string }) {
  const { t } = useTranslation(['library', 'common'])
  const { q } = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useHasPermission('translation.approve')
  const [edited, setEdited] = useState<memory.ProjectTerm | 'new' | null>(null)
  const pages = usePagedQuery(memory.listTerms, { params: { id: project }, query: { q } })
  const columns: [Column<memory.ProjectTerm>, ...Column<memory.ProjectTerm>[]] = [
    {
      title: t('terms.source'),
      cell: ({ source, note }) => <NameAndNote name={source} note={note} />,
    },
    {
      title: t('terms.language'),
      width: '16%',
      hideTitle: true,
      cell: ({ language }) => (language ? languageName(language) : t('terms.allLanguages')),
    },
    {
      title: t('terms.target'),
      width: '24%',
      cell: ({ target, language, forbidden }) => (
        <NameAndNote
          name={<span lang={language || undefined}>{target || t('terms.keepOriginal')}</span>}
          note={forbidden.length > 0 && t('terms.forbiddenList', { words: forbidden.join(', ') })}
        />
      ),
    },
    {
      title: t('terms.kind'),
      width: '12%',
      hideTitle: true,
      cell: ({ kind }) => t(`terms.kinds.${kind}`),
    },
    ...(mayWrite
      ? [
          {
            title: t('terms.actions'),
            width: '12%',
            hideTitle: true,
            cell: (term: memory.ProjectTerm) => (
              <Button
                size="xs"
                variant="default"
                onClick={() => setEdited(term)}
                aria-label={t('terms.editNamed', { term: term.source })}
              >
                {t('common:edit')}
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <>
      <div className={styles.head}>
        <div className={styles.search}>
          <SearchField
            label={t('terms.search')}
            value={q ?? ''}
            onSearch={(text) =>
              void navigate({
                search: (before) => ({ ...before, q: text || undefined }),
                replace: true,
                resetScroll: false,
              })
            }
          />
        </div>
        {mayWrite && <Button onClick={() => setEdited('new')}>{t('terms.add')}</Button>}
      </div>
      <PagedTable
        label={t('terms.title')}
        totalLabel={(count) => t('terms.total', count)}
        pages={pages}
        columns={columns}
        empty={
          <EmptyState title={q ? t('terms.noMatch') : t('terms.none')}>
            <p>{q ? t('noMatchHint') : t('terms.hint')}</p>
          </EmptyState>
        }
      />
      {edited && (
        <TermForm
          key={edited === 'new' ? 'new' : edited._id}
          project={project}
          term={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
