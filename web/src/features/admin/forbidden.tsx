import { access } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import type { AdminSection } from './sections.ts'

/** Names the missing permission and the roles that include it. */
export function Forbidden({ part }: { part: AdminSection | undefined }) {
  const { t } = useTranslation(['admin', 'trade', 'people'])
  const right = part?.needs ?? 'user.manage'
  const roles = access
    .rolesWith(right)
    .map((role) => t(`trade:role.${role}`))
    .join(', ')
  return (
    <Page title={part ? t(`${part.name}.title`) : t('title')}>
      <EmptyState title={t('forbidden.title')} action={<Link to="/">{t('forbidden.back')}</Link>}>
        <p>{t('forbidden.needs', { right: t(`people:right.${right}.name`), roles })}</p>
        <p>{t('forbidden.ask')}</p>
      </EmptyState>
    </Page>
  )
}
