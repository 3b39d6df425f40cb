import { Button } from '@mantine/core'
import { jobs } from '@reelay/api/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useEndpointQuery, usePages } from '../../../api/queries.ts'
import { Choice } from '../../../ui/fields/select.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { Listing } from '../../../ui/table/listing.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { Named } from '../../../ui/text/name-and-note.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import type { Column } from '../../../ui/table/table.tsx'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'
import { distance } from '../../../ui/format/time.ts'
import { tell } from '../../../ui/feedback/toasts.tsx'
import { sentence } from '../../../ui/format/format.ts'
import { Lead } from '../head.tsx'
import { JobFigures } from './job-figures.tsx'
import { useCodeWords } from './words.ts'
import styles from './operations.module.css'

const route = getRouteApi('/inside/administration/jobs')
type State = jobs.Job['state']
const TONES: Record<State, Tone> = { waiting: 'quiet', running: 'info', failed: 'bad' }

/** What waits, runs or failed, the failed first. What has been done is gone. */
export function Jobs() {
  const { t } = useTranslation(['operations', 'admin'])
  const { state, kind } = route.useSearch()
  const navigate = route.useNavigate()
  const words = useCodeWords()
  const choose = (change: { state?: string; kind?: string }) =>
    void navigate({
      search: (before) => ({ ...before, ...change }),
      replace: true,
      resetScroll: false,
    })
  const asked = jobs.JOB_STATES.find((known) => known === state)
  const { data: kinds } = useEndpointQuery(jobs.summariseJobs, {})
  const pages = usePages(
    jobs.listJobs,
    { query: { state: asked, kind } },
    { pollWhile: (job) => job.state === 'running' },
  )
  return (
    <Page title={t('admin:jobs.title')} lead={<Lead>{t('admin:jobs.lead')}</Lead>}>
      {kinds && <JobFigures kinds={kinds} />}
      <search className={styles.filters} aria-label={t('job.narrow')}>
        <Choice
          label={t('job.state')}
          any={t('job.anyState')}
          value={asked}
          options={jobs.JOB_STATES.map((value) => ({ value, name: t(`job.states.${value}`) }))}
          onChoose={(value) => choose({ state: value })}
        />
        <Choice
          label={t('job.kind')}
          any={t('job.anyKind')}
          value={kind}
          options={kinds?.map(({ kind: value }) => ({ value, name: words.job(value) })) ?? []}
          onChoose={(value) => choose({ kind: value })}
        />
      </search>
      <Listing
        label={t('admin:jobs.title')}
        total={(count) => t('job.total', { count })}
        pages={pages}
        columns={useColumns()}
        below={(job) =>
          job.error && (
            <p className={styles.error} dir="auto">
              {job.error}
            </p>
          )
        }
        empty={
          <Empty title={asked || kind ? t('job.noneSuch') : t('job.none')}>
            <p>{t('job.lesson')}</p>
          </Empty>
        }
      />
    </Page>
  )
}

function useColumns(): [Column<jobs.Job>, ...Column<jobs.Job>[]] {
  const { t } = useTranslation('operations')
  const words = useCodeWords()
  return [
    {
      title: t('job.kind'),
      width: '36%',
      cell: ({ kind, about }) => <Named name={words.job(kind)} note={aboutOf(about)} />,
    },
    {
      title: t('job.state'),
      width: '18%',
      plain: true,
      cell: ({ state, attempts }) => (
        <Named
          name={
            <Tag tone={TONES[state]} done={state !== 'waiting'}>
              {t(`job.states.${state}`)}
            </Tag>
          }
          note={attempts > 0 ? t('tries', { count: attempts }) : undefined}
        />
      ),
    },
    {
      title: t('job.since'),
      width: '16%',
      cell: ({ created }) => (
        <span title={new Date(created * 1000).toISOString()}>{sentence(distance(created))}</span>
      ),
    },
    {
      title: t('job.next'),
      cell: (job) =>
        job.state === 'failed' ? (
          <Retry job={job} />
        ) : job.next !== null && job.state === 'waiting' ? (
          <Moment at={job.next} />
        ) : null,
    },
  ]
}

/** What it is about, as far as that is said in short words and ids. */
const aboutOf = (about: jobs.Job['about']) =>
  Object.entries(about)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')

function Retry({ job }: { job: jobs.Job }) {
  const { t } = useTranslation('operations')
  const words = useCodeWords()
  const retry = useEndpointMutation(jobs.retryJob, { done: () => tell(t('job.retried')) })
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={retry.isPending}
      onClick={() => retry.act({ params: { id: job._id } })}
    >
      {t('job.retry')}
      <span className="unseen">: {words.job(job.kind)}</span>
    </Button>
  )
}
