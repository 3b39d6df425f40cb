import { useId } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { permissionsHeld } from './permissions.ts'
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
  const held = permissionsHeld({ roles, permissions })
  return (
    <section className={styles.permissions} aria-labelledby={id}>
      <h2 id={id}>{t('permissions')}</h2>
      {held.length === 0 && <p className={styles.none}>{t('noPermissions')}</p>}
      <ul>
        {held.map(({ right, roles: from, given }) => (
          <li key={right}>
            <span>{t(`right.${right}.name`)}</span>
            <small>
              {[
                ...from.map((role) => t('fromRole', { role: t(`trade:role.${role}`) })),
                ...(given ? [t('grantedDirectly')] : []),
              ].join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
