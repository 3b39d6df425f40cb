import { downloads } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { startDownload } from '../../ui/files/start-download.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'

/** The API records each download and returns a signed URL. */
export function useDownload() {
  const { t } = useTranslation('trade')
  const { mutate, isPending } = useEndpointMutation(downloads.startDownloads, {
    invalidates: ['/downloads', '/files'],
    onSuccess: (started) => {
      for (const { url, file } of started) startDownload(url, file.name)
      showToast(t('downloadsStarted', { count: started.length }))
    },
  })
  return { isBusy: isPending, download: (files: string[]) => mutate({ body: { files } }) }
}
