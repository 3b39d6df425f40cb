import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useVersionName } from '../../shared/request-columns.tsx'
import { RequestStatus } from '../../shared/status.tsx'
import type { SubmittedOrder } from './use-submit-orders.ts'
import styles from '../order-page.module.css'

/** The work requests that were just created, as links. */
export function SubmittedOrders({ submitted }: { submitted: readonly SubmittedOrder[] }) {
  const { t } = useTranslation('order')
  const versionName = useVersionName()
  if (!submitted.length) return <div role="status" />
  return (
    <div className={styles.submitted} role="status">
      <h2>{t('created', { count: submitted.length })}</h2>
      <ul>
        {submitted.map(({ _id, name, status, ...version }) => (
          <li key={_id}>
            <Link to="/workrequests/$id" params={{ id: _id }}>
              <bdi>{name}</bdi>: {versionName(version)}
            </Link>{' '}
            <RequestStatus status={status} />
          </li>
        ))}
      </ul>
    </div>
  )
}
