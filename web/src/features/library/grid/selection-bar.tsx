import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import { DownloadFiles } from './download-files.tsx'
import { AddToShare } from './add-to-share.tsx'
import { ReviewAsPlaylist } from '../../playlist/review-as-playlist.tsx'
import { BulkEditAssets } from './bulk-edit-assets.tsx'
import { useOrderQueue } from '../../orders/queue/use-order-queue.ts'
import type { AssetSelection } from './asset-selection.ts'
import styles from './selection-bar.module.css'

export function SelectionBar({ selection: { selected, clear } }: { selection: AssetSelection }) {
  const { t } = useTranslation('library')
  const queue = useOrderQueue()
  const navigate = useNavigate()
  const mayDownload = useHasPermission('file.download')
  const mayWrite = useHasPermission('asset.write')
  const mayShare = useHasPermission('workrequest.approve')
  if (selected.size === 0) return null
  const order = () => {
    queue.add([...selected.values()])
    clear()
    void navigate({ to: '/order' })
  }
  return (
    <section className={styles.bar} aria-label={t('selection')}>
      <span role="status" className={styles.amount}>
        {t('selected', { count: selected.size })}
      </span>
      <Button onClick={order}>{t('orderVersions')}</Button>
      <ReviewAsPlaylist
        items={[...selected.values()]
          .filter(({ previews }) => previews.length > 0)
          .map(({ _id }) => ({ kind: 'asset', id: _id }))}
      />
      {mayWrite && <BulkEditAssets selected={[...selected.values()]} onDone={clear} />}
      {mayDownload && <DownloadFiles assets={[...selected.keys()]} />}
      {mayShare && <AddToShare assets={[...selected.keys()]} onAdded={clear} />}
      <Button variant="default" onClick={clear}>
        {t('clearSelection')}
      </Button>
    </section>
  )
}
