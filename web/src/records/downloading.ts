import { downloads } from '@reelay/api/contract'
import { useTranslation } from '../wording.ts'
import { useEndpointMutation } from '../acts.ts'
import { startDownload } from '../ui/start-download.ts'
import { tell } from '../ui/toasts.tsx'

/** Each download is written down first; then the browser fetches it from its signed address. */
export function useDownloading() {
  const { t } = useTranslation('trade')
  const { act, isPending } = useEndpointMutation(downloads.startDownloads, {
    touches: ['/downloads', '/files'],
    done: (started) => {
      for (const { url, file } of started) startDownload(url, file.name)
      tell(t('downloading', { count: started.length }))
    },
  })
  return { isBusy: isPending, download: (files: string[]) => act({ body: { files } }) }
}
