import { lazy, Suspense } from 'react'
import { uploads } from '@reelay/api/contract'
import { loadWords } from '../../wording.ts'
import { useTranslation } from '../../wording.ts'
import { useEndpointQuery } from '../../answers.ts'
import { useMay } from '../../records/me.ts'
import { DropAnywhere } from '../../ui/drop-anywhere.tsx'
import { tell } from '../../ui/toasts.tsx'
import { useArrivals, useItems, useQueue } from './context.ts'

const Tray = lazy(async () => {
  const [{ Tray: loaded }] = await Promise.all([import('./tray.tsx'), loadWords('uploads')])
  return { default: loaded }
})

/** Files may be let go on any page. The tray is fetched when there is something for it. */
export function UploadDropZone() {
  const { t } = useTranslation()
  const mayWrite = useMay('file.write')
  const queue = useQueue()
  const [items, arrivals] = [useItems(), useArrivals()]
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
