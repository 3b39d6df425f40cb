import { workflows } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { LinkButton } from '../../../ui/fields/link-button.tsx'
import { LoadMore } from '../../../ui/table/load-more.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { PendingRecord } from '../../../ui/feedback/pending.tsx'
import { QueryError } from '../../../ui/feedback/query-error.tsx'
import { Lead } from '../lead.tsx'
import { NewWorkflow } from './new-workflow.tsx'
import { WorkflowDiagram } from './workflow-diagram.tsx'
import styles from './workflows.module.css'

const route = getRouteApi('/app/administration/workflows')

export function Workflows() {
  const { t } = useTranslation(['workflows', 'admin'])
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const pages = usePagedQuery(workflows.listWorkflows, {})
  const close = () => void navigate({ search: {}, resetScroll: false })
  const add = (
    <LinkButton to="/administration/workflows" search={{ open: 'new' }}>
      {t('add')}
    </LinkButton>
  )
  return (
    <Page
      title={t('admin:workflows.title')}
      lead={<Lead action={add}>{t('admin:workflows.lead')}</Lead>}
    >
      <QueryError query={pages} isStale={Boolean(pages.items)} />
      {!pages.items && !pages.error && <PendingRecord />}
      {pages.items?.length === 0 && (
        <EmptyState title={t('none')} action={add}>
          <p>{t('hint')}</p>
        </EmptyState>
      )}
      <ul className={styles.cards} aria-label={t('admin:workflows.title')}>
        {pages.items?.map(({ _id, name, definition }) => (
          <li key={_id} className={styles.card}>
            <Link
              to="/administration/workflows/$id"
              params={{ id: _id }}
              className={styles.cardName}
              dir="auto"
            >
              {name}
            </Link>
            <WorkflowDiagram definition={definition} />
          </li>
        ))}
      </ul>
      {pages.items && (
        <LoadMore
          shown={pages.items.length}
          total={pages.total}
          hasMore={pages.hasMore}
          isFetching={pages.isFetchingMore}
          onLoadMore={pages.loadMore}
        />
      )}
      {open === 'new' && (
        <Dialog size="middle" title={t('add')} onClose={close}>
          <NewWorkflow onClose={close} />
        </Dialog>
      )}
    </Page>
  )
}
