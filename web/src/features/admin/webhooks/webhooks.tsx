import { webhooks } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { useStudios } from '../../shared/lookups.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { LinkButton } from '../../../ui/fields/link-button.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { NameAndNote, nameLink } from '../../../ui/text/name-and-note.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import type { Column } from '../../../ui/table/responsive-table.tsx'
import { Lead } from '../lead.tsx'
import { NewWebhook } from './new-webhook.tsx'
import { WebhookState } from './webhook-state.tsx'
import styles from './webhooks.module.css'

const route = getRouteApi('/app/administration/webhooks')

export function Webhooks() {
  const { t } = useTranslation(['webhooks', 'admin'])
  const { studio, open } = route.useSearch()
  const navigate = route.useNavigate()
  const studios = useStudios()
  const pages = usePagedQuery(webhooks.listWebhooks, { query: { studio } })
  const close = () => void navigate({ search: studio ? { studio } : {}, resetScroll: false })
  const add = (
    <LinkButton to="/administration/webhooks" search={{ ...(studio && { studio }), open: 'new' }}>
      {t('add')}
    </LinkButton>
  )
  return (
    <Page
      title={t('admin:webhooks.title')}
      lead={<Lead action={add}>{t('admin:webhooks.lead')}</Lead>}
    >
      {studios.options.length > 1 && (
        <div className={styles.filter}>
          <Select
            label={t('studio')}
            anyLabel={t('anyStudio')}
            value={studio}
            options={studios.options}
            onChange={(value) =>
              void navigate({ search: value ? { studio: value } : {}, replace: true })
            }
          />
        </div>
      )}
      <PagedTable
        label={t('admin:webhooks.title')}
        totalLabel={(count) => t('total', count)}
        pages={pages}
        columns={useColumns()}
        empty={
          <EmptyState title={t('none')} action={add}>
            <p>{t('hint')}</p>
            <p>{t('signedHint')}</p>
          </EmptyState>
        }
      />
      {open === 'new' && (
        <Dialog size="middle" title={t('add')} onClose={close}>
          <NewWebhook onClose={close} />
        </Dialog>
      )}
    </Page>
  )
}

function useColumns(): [Column<webhooks.Webhook>, ...Column<webhooks.Webhook>[]] {
  const { t } = useTranslation('webhooks')
  const studios = useStudios()
  return [
    {
      title: t('url'),
      width: '46%',
      cell: ({ _id, url }) => (
        <NameAndNote
          name={
            <Link
              to="/administration/webhooks/$id"
              params={{ id: _id }}
              className={nameLink}
              dir="ltr"
            >
              {url}
            </Link>
          }
        />
      ),
    },
    { title: t('studio'), width: '20%', cell: ({ studio }) => studios.nameOf(studio) },
    {
      title: t('events'),
      width: '14%',
      cell: ({ types }) =>
        types.length ? t('eventCount', { count: types.length }) : t('allEvents'),
    },
    { title: t('state'), hideTitle: true, cell: (webhook) => <WebhookState webhook={webhook} /> },
  ]
}
