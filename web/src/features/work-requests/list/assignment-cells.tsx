import type { ReactNode } from 'react'
import type { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useAssign } from './assign-context.ts'
import styles from './list.module.css'

type Props = { request: workrequests.WorkRequest }

export function VendorCell({ request, nameOf }: Props & { nameOf: (vendor: string) => string }) {
  const { t } = useTranslation('requests')
  const { vendor, assignment } = request
  const { decision } = assignment ?? {}
  if (!vendor)
    return (
      <Assignable request={request}>
        <span className={styles.dim}>{t('noVendor')}</span>
      </Assignable>
    )
  return (
    <Assignable request={request}>
      <bdi>{nameOf(vendor)}</bdi>
      {decision !== 'accepted' && (
        <span className={styles.dim}>
          {' · '}
          {t(decision === 'declined' ? 'vendorDeclined' : 'vendorWaiting')}
        </span>
      )}
    </Assignable>
  )
}

export function AssigneeCell({ request }: Props) {
  const { t } = useTranslation('requests')
  const canAssign = useAssign() !== undefined
  const names = [request.translation.translator?.name, request.graphicsTranslation.translator?.name]
  const known = [...new Set(names.filter(Boolean))]
  return (
    <Assignable request={request}>
      {known.map((name) => (
        <bdi key={name}>{name} </bdi>
      ))}
      {known.length === 0 && canAssign && (
        <span className={styles.dim}>{t('without.assignee')}</span>
      )}
    </Assignable>
  )
}

/** A press opens the dialog, where something can be assigned. A long name loses its end. */
function Assignable({ request, children }: Props & { children: ReactNode }) {
  const assign = useAssign()
  if (!assign)
    return (
      <span className={styles.assigned} dir="auto">
        {children}
      </span>
    )
  return (
    <button
      type="button"
      className={styles.assign}
      dir="auto"
      tabIndex={-1}
      onClick={() => assign(request)}
    >
      {children}
    </button>
  )
}
