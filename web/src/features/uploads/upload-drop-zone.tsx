import { lazy, Suspense } from 'react'
import { uploads } from '@reelay/api/contract'
import { loadNamespaces, useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useAfterFirstQueries } from '../../api/use-after-first-queries.ts'
import { useHasPermission, useCurrentUser } from '../shared/current-user.ts'
import { PageDropZone } from '../../ui/files/page-drop-zone.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { useCurrentAsset, useCurrentProjectRecord } from './current-asset.ts'
import { useDroppedFiles, useTrayItems, useUploadQueue } from './upload-queue-context.ts'

const UploadTray = lazy(async () => {
  const [{ UploadTray: loaded }] = await Promise.all([
    import('./upload-tray.tsx'),
    loadNamespaces('uploads', 'new-records'),
  ])
  return { default: loaded }
})

/** Accepts dropped files on every page. The tray is loaded when there is something to show. */
export function UploadDropZone() {
  const { t } = useTranslation()
  const isUserKnown = useCurrentUser() !== undefined
  const mayWrite = useHasPermission('file.write')
  const queue = useUploadQueue()
  const items = useTrayItems()
  const droppedFiles = useDroppedFiles()
  const { data } = useEndpointQuery(
    uploads.listUploads,
    { range: { first: 0, last: 99 } },
    { enabled: useAfterFirstQueries() && mayWrite },
  )
  const isTrayNeeded = items.length > 0 || droppedFiles.length > 0 || Boolean(data?.items.length)
  const addFiles = (files: File[]) => {
    // Files dropped before the user has loaded wait for the tray.
    if (mayWrite || !isUserKnown) queue.addDropped(files)
    else showToast(t('shell.dropForbidden'), { tone: 'bad' })
  }
  return (
    <>
      <PageDropZone hint={useDropHint(mayWrite)} onDrop={addFiles} />
      {mayWrite && isTrayNeeded && (
        <Suspense>
          <UploadTray />
        </Suspense>
      )}
    </>
  )
}

/** Says what a drop on the current page does. */
function useDropHint(mayWrite: boolean): string {
  const { t } = useTranslation()
  const { asset } = useCurrentAsset()
  const project = useCurrentProjectRecord()
  const mayCreate = useHasPermission('asset.write')
  if (!mayWrite) return t('shell.dropForbidden')
  if (asset) return t('shell.dropOnAsset', { asset: asset.name })
  if (project && mayCreate) return t('shell.dropOnProject', { project: project.name })
  return t(mayCreate ? 'shell.dropNew' : 'shell.drop')
}
