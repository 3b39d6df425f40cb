import { machinedrafts } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { formatNumber } from '../../../ui/format/format.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import type { Column } from '../../../ui/table/responsive-table.tsx'
import { DateTime } from '../../../ui/text/date-time.tsx'
import { NameAndNote } from '../../../ui/text/name-and-note.tsx'
import { StatusTag, type Tone } from '../../../ui/text/status-tag.tsx'

const TONES: Record<machinedrafts.DraftRun['status'], Tone> = {
  waiting: 'warning',
  running: 'info',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
}

/** Who sent how much to whom, newest first. */
export function DraftRuns({ studio }: { studio: string }) {
  const { t } = useTranslation('drafts')
  const pages = usePagedQuery(
    machinedrafts.listDraftRuns,
    { params: { id: studio } },
    { pollWhile: ({ status }) => status === 'waiting' || status === 'running' },
  )
  return (
    <Section title={t('runs.title')} note={t('runs.hint')}>
      <PagedTable
        label={t('runs.title')}
        totalLabel={(count) => t('runs.total', count)}
        pages={pages}
        columns={useColumns()}
        empty={
          <EmptyState title={t('runs.none')}>
            <p>{t('runs.noneHint')}</p>
          </EmptyState>
        }
      />
    </Section>
  )
}

function useColumns(): [Column<machinedrafts.DraftRun>, ...Column<machinedrafts.DraftRun>[]] {
  const { t } = useTranslation('drafts')
  return [
    {
      title: t('runs.who'),
      width: '30%',
      cell: ({ user, created }) => (
        <NameAndNote name={user.name} note={<DateTime at={created} />} />
      ),
    },
    {
      title: t('runs.status'),
      width: '18%',
      hideTitle: true,
      cell: ({ status }) => (
        <StatusTag tone={TONES[status]} done={status !== 'waiting' && status !== 'running'}>
          {t(`status.${status}`)}
        </StatusTag>
      ),
    },
    {
      title: t('runs.provider'),
      cell: ({ kind, host, reason }) => (
        <NameAndNote name={t(`kind.${kind}`)} note={reason ? reason.message : host} />
      ),
    },
    {
      title: t('runs.cost'),
      cell: ({ task, seconds, characters, tokens, fromProvider, fromMemory, fromGlossary }) => (
        <NameAndNote
          name={
            task === 'transcription'
              ? t('runs.seconds', { seconds: formatNumber(seconds) })
              : tokens
                ? t('runs.charactersAndTokens', {
                    characters: formatNumber(characters),
                    tokens: formatNumber(tokens),
                  })
                : t('runs.characters', { characters: formatNumber(characters) })
          }
          note={t('runs.lines', {
            provider: formatNumber(fromProvider),
            free: formatNumber(fromMemory + fromGlossary),
          })}
        />
      ),
    },
  ]
}
