import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useVersionName } from '../../shared/request-columns.tsx'
import { RequestStatus } from '../../shared/status.tsx'
import type { Placed } from './use-submit-orders.ts'
import styles from '../order-page.module.css'

/** What was just ordered, with the way there. */
export function PlacedOrders({ placed }: { placed: readonly Placed[] }) {
  const { t } = useTranslation('order')
  const versionName = useVersionName()
  if (!placed.length) return <div role="status" />
  return (
    <div className={styles.placed} role="status">
      <h2>{t('placed', { count: placed.length })}</h2>
      <ul>
        {placed.map(({ _id, name, status, ...version }) => (
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
