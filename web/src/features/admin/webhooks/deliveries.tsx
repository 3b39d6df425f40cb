import { Button } from '@mantine/core'
import { webhooks } from '@reelay/api/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { DateTime } from '../../../ui/text/date-time.tsx'
import { NameAndNote } from '../../../ui/text/name-and-note.tsx'
import type { Column } from '../../../ui/table/responsive-table.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { StatusTag, type Tone } from '../../../ui/text/status-tag.tsx'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import styles from './webhooks.module.css'

const route = getRouteApi('/app/administration/webhooks/$id')
const TONES: Record<webhooks.DeliveryStatus, Tone> = {
  waiting: 'warning',
  delivered: 'good',
  failed: 'bad',
  withheld: 'neutral',
}

/** Polls while deliveries are waiting. */
export function Deliveries({ webhook }: { webhook: webhooks.Webhook }) {
  const { t } = useTranslation('webhooks')
  const { status } = route.useSearch()
  const navigate = route.useNavigate()
  const selectedStatus = webhooks.DELIVERY_STATUSES.find((known) => known === status)
  const pages = usePagedQuery(
    webhooks.listDeliveries,
    { params: { id: webhook._id }, query: { status: selectedStatus } },
    { pollWhile: ({ status: now }) => now === 'waiting' },
  )
  return (
    <Section title={t('deliveries')} note={t('deliveriesHint')}>
      <div className={styles.filter}>
        <Select
          label={t('status')}
          anyLabel={t('anyStatus')}
          value={selectedStatus}
          options={webhooks.DELIVERY_STATUSES.map((value) => ({
            value,
            name: t(`deliveryStatus.${value}`),
          }))}
          onChange={(value) =>
            void navigate({
              search: value ? { status: value } : {},
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      <PagedTable
        label={t('deliveries')}
        totalLabel={(count) => t('deliveryTotal', count)}
        pages={pages}
        columns={useColumns(webhook)}
        empty={
          <EmptyState title={selectedStatus ? t('noMatchingDeliveries') : t('noDeliveries')}>
            <p>{t('noDeliveriesHint')}</p>
          </EmptyState>
        }
      />
    </Section>
  )
}

function useColumns(
  webhook: webhooks.Webhook,
): [Column<webhooks.Delivery>, ...Column<webhooks.Delivery>[]] {
  const { t } = useTranslation('webhooks')
  return [
    {
      title: t('event'),
      width: '34%',
      cell: ({ type, created }) => (
        <NameAndNote name={t(`eventName.${type}`)} note={<DateTime at={created} />} />
      ),
    },
    {
      title: t('status'),
      width: '18%',
      hideTitle: true,
      cell: ({ status }) => (
        <StatusTag tone={TONES[status]} done={status !== 'waiting'}>
          {t(`deliveryStatus.${status}`)}
        </StatusTag>
      ),
    },
    {
      title: t('attemptsAndResponse'),
      cell: (delivery) => (
        <NameAndNote
          name={t('attempts', { count: delivery.attempts })}
          note={<AttemptsAndResponse delivery={delivery} />}
        />
      ),
    },
    {
      title: t('actions'),
      width: '18%',
      hideTitle: true,
      cell: (delivery) => <Resend webhook={webhook} delivery={delivery} />,
    },
  ]
}

function AttemptsAndResponse({ delivery: { code, error, next } }: { delivery: webhooks.Delivery }) {
  const { t } = useTranslation('webhooks')
  return (
    <>
      {[code !== null && t('responded', { code }), error].filter(Boolean).join(', ') ||
        t('noResponse')}
      {next !== null && (
        <>
          , {t('nextAttempt')} <DateTime at={next} />
        </>
      )}
    </>
  )
}

function Resend({ webhook, delivery }: { webhook: webhooks.Webhook; delivery: webhooks.Delivery }) {
  const { t } = useTranslation('webhooks')
  const redeliver = useEndpointMutation(webhooks.redeliver, {
    onSuccess: () => showToast(t('redelivered')),
  })
  if (!webhook.active || webhook.asleep) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={redeliver.isPending}
      onClick={() => redeliver.mutate({ params: { id: webhook._id, delivery: delivery._id } })}
    >
      {delivery.status === 'waiting' ? t('retryNow') : t('resend')}
      <span className="visually-hidden">: {t(`eventName.${delivery.type}`)}</span>
    </Button>
  )
}
