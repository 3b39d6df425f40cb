import { useId } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { listPermissionSources } from './permissions.ts'
import styles from './people.module.css'

export function PermissionsTable({
  roles,
  permissions,
}: {
  roles: readonly string[]
  permissions: readonly string[]
}) {
  const { t } = useTranslation(['people', 'trade'])
  const id = useId()
  const held = listPermissionSources({ roles, permissions })
  return (
    <section className={styles.permissions} aria-labelledby={id}>
      <h2 id={id}>{t('permissions')}</h2>
      {held.length === 0 && <p className={styles.none}>{t('noPermissions')}</p>}
      <ul>
        {held.map(({ permission, roles: from, isGrantedDirectly }) => (
          <li key={permission}>
            <span>{t(`right.${permission}.name`)}</span>
            <small>
              {[
                ...from.map((role) => t('fromRole', { role: t(`trade:role.${role}`) })),
                ...(isGrantedDirectly ? [t('grantedDirectly')] : []),
              ].join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
