import { Button } from '@mantine/core'
import { machinedrafts, studios } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { PendingRows } from '../../../ui/feedback/pending.tsx'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { RecordPage } from '../../../ui/layout/record-page.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { DraftProviderForm } from './draft-provider-form.tsx'
import { DraftProviderTest } from './draft-provider-test.tsx'
import { DraftRuns } from './draft-runs.tsx'
import styles from './drafts.module.css'

const route = getRouteApi('/app/administration/studios/$id/drafts')

/** Who drafts translations for a studio, and what that cost. */
export function StudioDrafts() {
  const { t } = useTranslation('drafts')
  const { id } = route.useParams()
  const query = useEndpointQuery(studios.getStudio, { params: { id } })
  const studioLink = (
    <Link to="/administration/studios/$id" params={{ id }}>
      {query.data?.name ?? t('studio')}
    </Link>
  )
  return (
    <RecordPage
      query={query}
      kind={t('title')}
      nameOf={() => t('title')}
      breadcrumb={studioLink}
      lead={<p>{t('lead')}</p>}
      backLink={studioLink}
    >
      {(studio) => <Body key={studio._id} studio={studio._id} />}
    </RecordPage>
  )
}

function Body({ studio }: { studio: string }) {
  const { data, error } = useEndpointQuery(machinedrafts.listDraftProviders, {
    params: { id: studio },
  })
  if (error) return <ErrorAlert error={error} />
  if (!data) return <PendingRows rows={3} />
  return (
    <>
      {machinedrafts.DRAFT_TASKS.map((task) => (
        <Provider
          key={task}
          studio={studio}
          task={task}
          provider={data.items.find((one) => one.task === task)}
        />
      ))}
      <DraftRuns studio={studio} />
    </>
  )
}

type ProviderProps = {
  studio: string
  task: machinedrafts.DraftTask
  provider: machinedrafts.DraftProvider | undefined
}

function Provider({ studio, task, provider }: ProviderProps) {
  const { t } = useTranslation('drafts')
  const remove = useEndpointMutation(machinedrafts.removeDraftProvider, {
    onSuccess: () => showToast(t('removed')),
  })
  return (
    <Section title={t(`task.${task}`)} note={t(`hint.${task}`)} inCard>
      <DraftProviderForm
        key={provider?._id ?? 'new'}
        studio={studio}
        task={task}
        provider={provider}
      />
      {provider && (
        <div className={styles.below}>
          <DraftProviderTest studio={studio} task={task} />
          <p className={styles.note}>{t('removeHint')}</p>
          <div className={styles.actions}>
            <Button
              variant="default"
              loading={remove.isPending}
              onClick={() => remove.mutate({ params: { id: studio, task } })}
            >
              {t('remove')}
            </Button>
          </div>
        </div>
      )}
    </Section>
  )
}
