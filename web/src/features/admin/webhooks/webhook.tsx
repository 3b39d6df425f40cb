import { webhooks } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { useStudios } from '../../shared/lookups.ts'
import { usePeopleNames } from '../../shared/people.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { DateTime } from '../../../ui/text/date-time.tsx'
import { RecordPage } from '../../../ui/layout/record-page.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Deliveries } from './deliveries.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { webhookState, WebhookState } from './webhook-state.tsx'
import styles from './webhooks.module.css'

const route = getRouteApi('/app/administration/webhooks/$id')

export function Webhook() {
  const { t } = useTranslation(['webhooks', 'admin'])
  const { id } = route.useParams()
  const query = useEndpointQuery(
    webhooks.getWebhook,
    { params: { id } },
    { pollWhile: ({ resumes }) => resumes !== null },
  )
  return (
    <RecordPage
      query={query}
      kind={t('one')}
      nameOf={({ url }) => hostOf(url)}
      breadcrumb={<Link to="/administration/webhooks">{t('admin:webhooks.title')}</Link>}
      lead={
        query.data && (
          <span className={styles.url} dir="ltr">
            {query.data.url}
          </span>
        )
      }
      backLink={<Link to="/administration/webhooks">{t('all')}</Link>}
    >
      {(webhook) => <Body webhook={webhook} />}
    </RecordPage>
  )
}

const hostOf = (url: string) => URL.parse(url)?.host ?? url

function Body({ webhook }: { webhook: webhooks.Webhook }) {
  const { t } = useTranslation('webhooks')
  const studios = useStudios()
  const nameOf = usePeopleNames([webhook.from])
  const state = webhookState(webhook)
  const { lastFailure, resumes } = webhook
  return (
    <>
      <Card>
        <div className={styles.state}>
          <WebhookState webhook={webhook} />
          <p>{t(`stateHint.${state}`, { count: webhook.failures })}</p>
        </div>
        <DescriptionList
          columns={4}
          items={[
            [t('studio'), studios.nameOf(webhook.studio)],
            [t('permissionsOf'), nameOf(webhook.from)],
            [t('created'), <DateTime at={webhook.created} />],
            [t('nextAttemptAt'), resumes !== null && <DateTime at={resumes} />],
            [
              t('lastFailure'),
              lastFailure && (
                <>
                  <DateTime at={lastFailure.at} />: {lastFailure.code ?? ''} {lastFailure.error}
                </>
              ),
              'wide',
            ],
          ]}
        />
        <WebhookActions webhook={webhook} />
      </Card>
      <Deliveries webhook={webhook} />
      <Section title={t('edit')} inCard>
        <WebhookForm key={webhook._id} webhook={webhook} />
      </Section>
    </>
  )
}
