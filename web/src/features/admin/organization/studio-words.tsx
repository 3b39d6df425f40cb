import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { spelling, studios } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { languageName, languageTag } from '../../../ui/format/format.ts'
import { RecordPage } from '../../../ui/layout/record-page.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import type { Column } from '../../../ui/table/responsive-table.tsx'
import { DateTime } from '../../../ui/text/date-time.tsx'
import { languageOptions } from '../../shared/countries-and-languages.ts'
import styles from './organization.module.css'

const route = getRouteApi('/app/administration/studios/$id/words')

/** The words that the spelling check accepts, by language. */
export function StudioWords() {
  const { t } = useTranslation('organization')
  const { id } = route.useParams()
  const query = useEndpointQuery(studios.getStudio, { params: { id } })
  const studioLink = (
    <Link to="/administration/studios/$id" params={{ id }}>
      {query.data?.name ?? t('studio.one')}
    </Link>
  )
  return (
    <RecordPage
      query={query}
      kind={t('words.title')}
      nameOf={() => t('words.title')}
      breadcrumb={studioLink}
      lead={<p>{t('words.lead')}</p>}
      backLink={studioLink}
    >
      {({ _id }) => (
        <>
          <NewWord studio={_id} />
          <WordList studio={_id} />
        </>
      )}
    </RecordPage>
  )
}

function NewWord({ studio }: { studio: string }) {
  const { t } = useTranslation('organization')
  const { language = 'eng' } = route.useSearch()
  const [chosen, setChosen] = useState(language)
  const [word, setWord] = useState('')
  const add = useEndpointMutation(spelling.addStudioWord, {
    invalidates: ['/studios'],
    silent: true,
    onSuccess: () => setWord(''),
  })
  return (
    <Section title={t('words.add')} inCard>
      <form
        className={styles.newWord}
        aria-label={t('words.add')}
        onSubmit={(event) => {
          event.preventDefault()
          add.mutate({ params: { id: studio }, body: { language: chosen, word: word.trim() } })
        }}
      >
        <TextInput
          label={t('words.word')}
          value={word}
          maxLength={spelling.MAX_WORD_LENGTH}
          dir="auto"
          lang={languageTag(chosen)}
          onChange={({ currentTarget }) => setWord(currentTarget.value)}
        />
        <Select
          label={t('words.language')}
          value={chosen}
          options={languageOptions([chosen])}
          onChange={(value) => setChosen(value ?? 'eng')}
        />
        <Button type="submit" loading={add.isPending} disabled={!/^\S{2,}$/.test(word.trim())}>
          {t('words.add')}
        </Button>
      </form>
      {add.error && <ErrorAlert error={add.error} />}
    </Section>
  )
}

function WordList({ studio }: { studio: string }) {
  const { t } = useTranslation('organization')
  const { q = '', language } = route.useSearch()
  const navigate = route.useNavigate()
  const search = (change: { q?: string | undefined; language?: string | undefined }) =>
    void navigate({
      search: (current) => ({ ...current, ...change }),
      replace: true,
      resetScroll: false,
    })
  const pages = usePagedQuery(spelling.listStudioWords, {
    params: { id: studio },
    query: { q: q || undefined, language },
  })
  return (
    <Section title={t('words.title')}>
      <div className={styles.newWord}>
        <SearchField
          label={t('words.find')}
          value={q}
          onSearch={(value) => search({ q: value || undefined })}
        />
        <Select
          label={t('words.language')}
          anyLabel={t('words.anyLanguage')}
          value={language}
          options={languageOptions(language ? [language] : [])}
          onChange={(value) => search({ language: value })}
        />
      </div>
      <PagedTable
        label={t('words.title')}
        totalLabel={(count) => t('words.total', count)}
        pages={pages}
        columns={useColumns(studio)}
        empty={
          <EmptyState title={q || language ? t('words.noMatch') : t('words.none')}>
            <p>{t('words.noneHint')}</p>
          </EmptyState>
        }
      />
    </Section>
  )
}

function useColumns(
  studio: string,
): [Column<spelling.StudioWord>, ...Column<spelling.StudioWord>[]] {
  const { t } = useTranslation('organization')
  return [
    {
      title: t('words.word'),
      width: '36%',
      cell: ({ word, language }) => (
        <b dir="auto" lang={languageTag(language)}>
          {word}
        </b>
      ),
    },
    { title: t('words.language'), width: '22%', cell: ({ language }) => languageName(language) },
    { title: t('words.added'), width: '27%', cell: ({ created }) => <DateTime at={created} /> },
    {
      title: t('words.remove'),
      width: '15%',
      hideTitle: true,
      cell: (word) => <RemoveWord studio={studio} word={word} />,
    },
  ]
}

function RemoveWord({
  studio,
  word: { _id, word },
}: {
  studio: string
  word: spelling.StudioWord
}) {
  const { t } = useTranslation('organization')
  const remove = useEndpointMutation(spelling.removeStudioWord, {
    invalidates: ['/studios'],
    onSuccess: () => showToast(t('words.removed', { word })),
  })
  return (
    <Button
      size="xs"
      variant="default"
      loading={remove.isPending}
      aria-label={`${t('words.remove')}: ${word}`}
      onClick={() => remove.mutate({ params: { id: studio, word: _id } })}
    >
      {t('words.remove')}
    </Button>
  )
}
