import { useState } from 'react'
import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../../api/queries.ts'
import { useHasPermission } from '../../../shared/current-user.ts'
import { formatPrice, languageName } from '../../../../ui/format/format.ts'
import section from '../section.module.css'
import styles from './order.module.css'

/** The estimated price. The breakdown is calculated by the service on demand. */
export function Estimate({ request }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation('request')
  const [isOpen, setOpen] = useState(false)
  const maySeeBreakdown = useHasPermission('workrequest.create')
  const { currency } = request.estimate
  const base = formatPrice(request.estimate.base, currency)
  const applied = formatPrice(request.estimate.applied, currency)
  return (
    <>
      <span className="tabular">
        {base === applied ? base : t('estimate.applied', { applied, base })}
      </span>
      {maySeeBreakdown && (
        <details
          className={section.details}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary>{t('estimate.breakdown')}</summary>
          {isOpen && <Breakdown request={request} />}
        </details>
      )}
    </>
  )
}

function Breakdown({ request }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation(['request', 'trade', 'common'])
  const { data, error } = useEndpointQuery(
    workrequests.estimateWorkRequest,
    { body: toNewWorkRequest(request) },
    { staleTime: 60_000 },
  )
  if (error) return <p className={section.hint}>{t('estimate.unavailable')}</p>
  if (!data) return <p className={section.hint}>{t('common:loading')}</p>
  return (
    <table className={styles.breakdown}>
      <caption className="visually-hidden">{t('estimate.breakdown')}</caption>
      <tbody>
        {data.lines.map(({ what, of, base, applied }) => (
          <tr key={what + of}>
            <th scope="row">
              {t(`estimate.line.${what}`, { of: what === 'translation' ? languageName(of) : of })}
            </th>
            <td>
              {base !== applied && <s>{formatPrice(base, data.currency)}</s>}{' '}
              {formatPrice(applied, data.currency)}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('estimate.total')}</th>
          <td>{formatPrice(data.applied, data.currency)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

const toNewWorkRequest = ({
  asset,
  language,
  territory,
  due,
  dng,
  uses,
  dcp,
  autosubs,
}: workrequests.WorkRequest): workrequests.NewWorkRequest => ({
  asset: asset._id,
  dng,
  uses,
  dcp,
  autosubs,
  ...(language && { language }),
  ...(territory && { territory }),
  ...(due && { due }),
})
