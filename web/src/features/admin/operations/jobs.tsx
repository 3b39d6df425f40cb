import { Button } from '@mantine/core'
import { jobs } from '@reelay/api/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { DateTime } from '../../../ui/text/date-time.tsx'
import { NameAndNote } from '../../../ui/text/name-and-note.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import type { Column } from '../../../ui/table/responsive-table.tsx'
import { StatusTag, type Tone } from '../../../ui/text/status-tag.tsx'
import { formatRelativeTime } from '../../../ui/format/time.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { humanize } from '../../../ui/format/format.ts'
import { Lead } from '../lead.tsx'
import { JobCounts } from './job-counts.tsx'
import { useCodeLabels } from './code-labels.ts'
import styles from './operations.module.css'

const route = getRouteApi('/app/administration/jobs')
type State = jobs.Job['state']
const TONES: Record<State, Tone> = { waiting: 'neutral', running: 'info', failed: 'bad' }

/** Failed jobs first. Finished jobs are not listed. */
export function Jobs() {
  const { t } = useTranslation(['operations', 'admin'])
  const { state, kind } = route.useSearch()
  const navigate = route.useNavigate()
  const words = useCodeLabels()
  const choose = (change: { state?: string; kind?: string }) =>
    void navigate({
      search: (before) => ({ ...before, ...change }),
      replace: true,
      resetScroll: false,
    })
  const selectedState = jobs.JOB_STATES.find((known) => known === state)
  const { data: kinds } = useEndpointQuery(jobs.summarizeJobs, {})
  const pages = usePagedQuery(
    jobs.listJobs,
    { query: { state: selectedState, kind } },
    { pollWhile: (job) => job.state === 'running' },
  )
  return (
    <Page title={t('admin:jobs.title')} lead={<Lead>{t('admin:jobs.lead')}</Lead>}>
      {kinds && <JobCounts kinds={kinds} />}
      <search className={styles.filters} aria-label={t('job.filterLabel')}>
        <Select
          label={t('job.state')}
          anyLabel={t('job.anyState')}
          value={selectedState}
          options={jobs.JOB_STATES.map((value) => ({ value, name: t(`job.states.${value}`) }))}
          onChange={(value) => choose({ state: value })}
        />
        <Select
          label={t('job.kind')}
          anyLabel={t('job.anyKind')}
          value={kind}
          options={kinds?.map(({ kind }) => ({ value: kind, name: words.job(kind) })) ?? []}
          onChange={(value) => choose({ kind: value })}
        />
      </search>
      <PagedTable
        label={t('admin:jobs.title')}
        totalLabel={(count) => t('job.total', count)}
        pages={pages}
        columns={useColumns()}
        details={(job) =>
          job.error && (
            <p className={styles.error} dir="auto">
              {job.error}
            </p>
          )
        }
        empty={
          <EmptyState title={selectedState || kind ? t('job.noMatch') : t('job.none')}>
            <p>{t('job.hint')}</p>
          </EmptyState>
        }
      />
    </Page>
  )
}

function useColumns(): [Column<jobs.Job>, ...Column<jobs.Job>[]] {
  const { t } = useTranslation('operations')
  const words = useCodeLabels()
  return [
    {
      title: t('job.kind'),
      width: '36%',
      cell: ({ kind, about }) => <NameAndNote name={words.job(kind)} note={aboutOf(about)} />,
    },
    {
      title: t('job.state'),
      width: '18%',
      hideTitle: true,
      cell: ({ state, attempts }) => (
        <NameAndNote
          name={
            <StatusTag tone={TONES[state]} done={state !== 'waiting'}>
              {t(`job.states.${state}`)}
            </StatusTag>
          }
          note={attempts > 0 ? t('attempts', { count: attempts }) : undefined}
        />
      ),
    },
    {
      title: t('job.started'),
      width: '16%',
      cell: ({ created }) => (
        <span title={new Date(created * 1000).toISOString()}>
          {humanize(formatRelativeTime(created))}
        </span>
      ),
    },
    {
      title: t('job.nextAttempt'),
      cell: (job) =>
        job.state === 'failed' ? (
          <Retry job={job} />
        ) : job.next !== null && job.state === 'waiting' ? (
          <DateTime at={job.next} />
        ) : null,
    },
  ]
}

/** The short values of the payload. */
const aboutOf = (about: jobs.Job['about']) =>
  Object.entries(about)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')

function Retry({ job }: { job: jobs.Job }) {
  const { t } = useTranslation('operations')
  const words = useCodeLabels()
  const retry = useEndpointMutation(jobs.retryJob, { onSuccess: () => showToast(t('job.retried')) })
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={retry.isPending}
      onClick={() => retry.mutate({ params: { id: job._id } })}
    >
      {t('job.retry')}
      <span className="visually-hidden">: {words.job(job.kind)}</span>
    </Button>
  )
}
