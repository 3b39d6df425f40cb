import { useState } from 'react'
import { Button } from '@mantine/core'
import { assets } from '@reelay/api/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { usePermissions } from '../../shared/current-user.ts'
import { confirmed } from '../../../ui/feedback/confirm.tsx'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { pickFiles } from '../../uploads/pick-files.ts'
import { useUploadQueue } from '../../uploads/upload-queue-context.ts'
import { EditAsset } from './edit-asset.tsx'
import styles from './asset-page.module.css'

/** Order, edit and archive, as far as the user may. */
export function AssetActions({ asset }: { asset: assets.Asset }) {
  const { t } = useTranslation(['asset', 'common'])
  const permissions = usePermissions()
  const navigate = useNavigate()
  const queue = useUploadQueue()
  const [isEditing, setEditing] = useState(false)
  const archive = useEndpointMutation(assets.archiveAsset, {
    onSuccess: () => showToast(t('archived', { name: asset.name })),
  })
  const isArchived = asset.$flags.includes('archived')
  const confirmArchiving = async () => {
    const title = t('archiveThis', { name: asset.name })
    if (!(await confirmed({ title, note: t('archiveHint'), action: t('archive') }))) return
    await archive.mutateAsync({ params: { id: asset._id } })
    await navigate({ to: '/assets' })
  }
  return (
    <div className={styles.actions}>
      {permissions.has('workrequest.create') &&
        (asset.$permissions.access.length > 0 ? (
          <Button
            size="xs"
            renderRoot={(props) => <Link to="/order" search={{ asset: asset._id }} {...props} />}
          >
            {t('order')}
          </Button>
        ) : (
          <>
            <span className={styles.hint}>
              {t('orderUnavailable', { phase: asset.workflow.phase })}
            </span>
            <Button size="xs" disabled>
              {t('order')}
            </Button>
          </>
        ))}
      {permissions.has('asset.write') && !isArchived && (
        <>
          {permissions.has('file.write') && asset.mediaType === 'video' && (
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                pickFiles(([film]) => queue.add(asset, [film!], [], {}, { isCut: true }))
              }
            >
              {t('newCut')}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => setEditing(true)}>
            {t('edit.open')}
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={archive.isPending}
            onClick={() => void confirmArchiving().catch(() => {})}
          >
            {t('archive')}
          </Button>
        </>
      )}
      {isEditing && <EditAsset asset={asset} onClose={() => setEditing(false)} />}
    </div>
  )
}
