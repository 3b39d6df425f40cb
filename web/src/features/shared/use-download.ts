import { downloads } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { startDownload } from '../../ui/files/start-download.ts'
import { tell } from '../../ui/feedback/toasts.tsx'

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
