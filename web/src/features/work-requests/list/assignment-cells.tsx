import type { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useGroups } from '../../shared/lookups.ts'
import styles from './list.module.css'

type Props = { request: workrequests.WorkRequest }

export function VendorCell({ request: { vendor, assignment } }: Props) {
  const { t } = useTranslation('requests')
  const groups = useGroups()
  if (!vendor) return <span className={styles.dim}>{t('noVendor')}</span>
  const { decision } = assignment ?? {}
  return (
    <>
      <bdi>{groups.nameOf(vendor)}</bdi>
      {decision !== 'accepted' && (
        <span className={styles.dim}>
          {' · '}
          {t(decision === 'declined' ? 'vendorDeclined' : 'vendorWaiting')}
        </span>
      )}
    </>
  )
}

export function AssigneeCell({ request: { translation, graphicsTranslation } }: Props) {
  const names = [translation.translator?.name, graphicsTranslation.translator?.name]
  return [...new Set(names.filter(Boolean))].map((name) => <bdi key={name}>{name} </bdi>)
}
