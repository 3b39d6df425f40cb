import { useTranslation } from '../../i18n/i18n.ts'
import { NewRecordActions } from './create/new-record-actions.tsx'
import { useHasPermission } from '../shared/current-user.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** Offers the next step to people who may create assets, and says whom to ask to others. */
export function NoAssets({ title, project }: { title: string; project?: string }) {
  const { t } = useTranslation('library')
  const mayCreate = useHasPermission('asset.write')
  if (mayCreate)
    return (
      <EmptyState title={title} action={<NewRecordActions {...(project && { project })} />}>
        <p>{t('noneHint')}</p>
      </EmptyState>
    )
  return (
    <EmptyState title={title}>
      <p>{t('noneReadHint')}</p>
      <p>{t('noneAccessHint')}</p>
    </EmptyState>
  )
}
