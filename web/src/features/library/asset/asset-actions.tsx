import { useState } from 'react'
import { Button } from '@mantine/core'
import { assets } from '@reelay/api/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { usePermissions } from '../../shared/current-user.ts'
import { showUndoToast } from '../../../ui/feedback/toasts.tsx'
import { EditAsset } from './edit-asset.tsx'
import styles from './asset-page.module.css'

/** What the reader may do with the asset itself. */
export function AssetActions({ asset }: { asset: assets.Asset }) {
  const { t } = useTranslation(['asset', 'common'])
  const permissions = usePermissions()
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const archive = useEndpointMutation(assets.archiveAsset)
  const isArchived = asset.$flags.includes('archived')
  const putAway = () => {
    showUndoToast(t('archiving', { name: asset.name }), {
      undo: t('common:undo'),
      run: () => archive.mutate({ params: { id: asset._id } }),
      undone: () => void navigate({ to: '/assets/$id', params: { id: asset.slug } }),
    })
    void navigate({ to: '/assets' })
  }
  return (
    <div className={styles.acts}>
      {permissions.has('workrequest.create') &&
        (asset.$permissions.access.length > 0 ? (
          <Button
            renderRoot={(look) => <Link to="/order" search={{ asset: asset._id }} {...look} />}
          >
            {t('order')}
          </Button>
        ) : (
          <>
            <span className={styles.hint}>{t('orderNotYet', { phase: asset.workflow.phase })}</span>
            <Button disabled>{t('order')}</Button>
          </>
        ))}
      {permissions.has('asset.write') && !isArchived && (
        <>
          <Button variant="default" onClick={() => setEditing(true)}>
            {t('edit.open')}
          </Button>
          <Button variant="default" onClick={putAway}>
            {t('archive')}
          </Button>
        </>
      )}
      {isEditing && <EditAsset asset={asset} onClose={() => setEditing(false)} />}
    </div>
  )
}
