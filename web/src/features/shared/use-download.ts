import { downloads } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { startDownload } from '../../ui/files/start-download.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'

const invalidates = ['/downloads', '/files']

/** The API records each download and returns a signed URL. Several files are one ZIP. */
export function useDownload() {
  const { t } = useTranslation('trade')
  const start = ({ url, name, count }: { url: string; name: string; count: number }) => {
    startDownload(url, name)
    showToast(t('downloadsStarted', { count }))
  }
  const single = useEndpointMutation(downloads.startDownloads, {
    invalidates,
    onSuccess: ([started]) => {
      if (started) start({ url: started.url, name: started.file.name, count: 1 })
    },
  })
  const archive = useEndpointMutation(downloads.startArchive, {
    invalidates,
    onSuccess: ({ url, name, downloads: started }) => start({ url, name, count: started.length }),
  })
  return {
    isBusy: single.isPending || archive.isPending,
    download: (files: string[]) =>
      (files.length > 1 ? archive : single).mutate({ body: { files } }),
  }
}
