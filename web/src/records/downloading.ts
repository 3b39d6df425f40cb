import { downloads } from '@reelay/api/contract'
import { useTranslation } from '../wording.ts'
import { useAct } from '../acts.ts'
import { tell } from '../ui/toasts.tsx'

/** Each download is written down first; then the browser fetches it from its signed address. */
export function useDownloading() {
  const { t } = useTranslation('trade')
  const { act, isPending } = useAct(downloads.startDownloads, { touches: ['/downloads'], done: (started) => {
    for (const { url, file } of started) save(url, file.name)
    tell(t('downloading', { count: started.length }))
  } })
  return { isBusy: isPending, download: (files: string[]) => act({ body: { files } }) }
}

/** By a link, as if it had been pressed: the page stays. */
export function save(address: string, name: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}
