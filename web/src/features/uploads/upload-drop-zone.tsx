import { lazy, Suspense } from 'react'
import { uploads } from '@reelay/api/contract'
import { loadWords } from '../../i18n/i18n.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useMay } from '../shared/current-user.ts'
import { DropAnywhere } from '../../ui/files/page-drop-zone.tsx'
import { tell } from '../../ui/feedback/toasts.tsx'
import { useDroppedFiles, useUploadItems, useUploadQueue } from './upload-queue-context.ts'

const Tray = lazy(async () => {
  const [{ UploadTray: loaded }] = await Promise.all([
    import('./upload-tray.tsx'),
    loadWords('uploads'),
  ])
  return { default: loaded }
})

/** Files may be let go on any page. The tray is fetched when there is something for it. */
export function UploadDropZone() {
  const { t } = useTranslation()
  const mayWrite = useMay('file.write')
  const queue = useUploadQueue()
  const [items, arrivals] = [useUploadItems(), useDroppedFiles()]
  const { data } = useEndpointQuery(
    uploads.listUploads,
    { range: { first: 0, last: 99 } },
    { enabled: mayWrite },
  )
  const isUsed = items.length > 0 || arrivals.length > 0 || Boolean(data?.items.length)
  const take = (files: File[]) => {
    if (mayWrite) queue.receive(files)
    else tell(t('frame.dropNotYours'), { tone: 'bad' })
  }
  return (
    <>
      <DropAnywhere invitation={t(mayWrite ? 'frame.drop' : 'frame.dropNotYours')} onDrop={take} />
      {mayWrite && isUsed && (
        <Suspense>
          <Tray />
        </Suspense>
      )}
    </>
  )
}
