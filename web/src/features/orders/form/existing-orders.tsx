import { workrequests, type assets } from '@reelay/api/contract'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useService } from '../../../api/service-context.ts'
import { useVersionName } from '../../shared/request-columns.tsx'
import { RequestStatus } from '../../shared/status.tsx'
import styles from './order-form.module.css'

type Props = {
  assets: readonly Pick<assets.Asset, '_id' | 'name'>[]
  territory: string
  languages: readonly string[]
}

/** Warns about versions that somebody has ordered already. */
export function ExistingOrders({ assets: selectedAssets, territory, languages }: Props) {
  const { t } = useTranslation('order')
  const { call } = useService()
  const versionName = useVersionName()
  const results = useQueries({
    queries: selectedAssets.map(({ _id: asset }) => ({
      queryKey: [workrequests.listWorkRequests.path, 'existing', asset],
      queryFn: () =>
        call(workrequests.listWorkRequests, { query: { asset }, range: { first: 0, last: 199 } }),
      staleTime: 15_000,
    })),
  })
  const existing = results
    .flatMap(({ data }) => data?.items ?? [])
    .filter(
      (request) =>
        request.status !== 'cancelled' &&
        request.territory === territory &&
        languages.includes(request.language),
    )
  if (!existing.length) return null
  return (
    <div className={styles.existing} role="status">
      <p>{t('existingOrders', { count: existing.length })}</p>
      {existing.map((request) => (
        <p key={request._id}>
          <Link to="/workrequests/$id" params={{ id: request._id }}>
            <bdi>{request.asset.name}</bdi>: {versionName(request)}
          </Link>{' '}
          · <RequestStatus status={request.status} />
        </p>
      ))}
    </div>
  )
}
