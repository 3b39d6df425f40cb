import { useState } from 'react'
import { Button } from '@mantine/core'
import { memory } from '@reelay/api/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePages } from '../../../api/queries.ts'
import { useMay } from '../../shared/current-user.ts'
import { Empty } from '../../../ui/feedback/empty-state.tsx'
import { Listing } from '../../../ui/table/paged-table.tsx'
import { Named } from '../../../ui/text/name-and-note.tsx'
import type { Column } from '../../../ui/table/responsive-table.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { languageName } from '../../../ui/format/format.ts'
import { TermForm } from './term-form.tsx'
import styles from './terms.module.css'

const route = getRouteApi('/inside/projects/$id')

/**
 * What translations of this project must say, or must not. Who approves them also agrees on their
 * words.
 */
export function ProjectTerms({ project }: { project: string }) {
  const { t } = useTranslation(['library', 'common'])
  const { q } = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useMay('translation.approve')
  const [edited, setEdited] = useState<memory.Term | 'new' | null>(null)
  const pages = usePages(memory.listTerms, { params: { id: project }, query: { q } })
  const columns: [Column<memory.Term>, ...Column<memory.Term>[]] = [
    { title: t('terms.source'), cell: ({ source, note }) => <Named name={source} note={note} /> },
    {
      title: t('terms.language'),
      width: '16%',
      plain: true,
      cell: ({ language }) => (language ? languageName(language) : t('terms.every')),
    },
    {
      title: t('terms.target'),
      width: '24%',
      cell: ({ target, language, forbidden }) => (
        <Named
          name={<span lang={language || undefined}>{target || t('terms.kept')}</span>}
          note={forbidden.length > 0 && t('terms.never', { words: forbidden.join(', ') })}
        />
      ),
    },
    {
      title: t('terms.kind'),
      width: '12%',
      plain: true,
      cell: ({ kind }) => t(`terms.kinds.${kind}`),
    },
    ...(mayWrite
      ? [
          {
            title: t('terms.acts'),
            width: '12%',
            plain: true,
            cell: (term: memory.Term) => (
              <Button
                size="xs"
                variant="default"
                onClick={() => setEdited(term)}
                aria-label={t('terms.changeThis', { term: term.source })}
              >
                {t('common:change')}
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
      <Listing
        label={t('terms.title')}
        total={(count) => t('terms.total', { count })}
        pages={pages}
        columns={columns}
        empty={
          <Empty title={q ? t('terms.noMatch') : t('terms.none')}>
            <p>{q ? t('noMatchAdvice') : t('terms.lesson')}</p>
          </Empty>
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
