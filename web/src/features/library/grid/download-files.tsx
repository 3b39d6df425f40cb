import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useService } from '../../../api/service-context.ts'
import { formatNumber } from '../../../ui/format/format.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { useDownload } from '../../shared/use-download.ts'
import { filesOfAssets } from './files-of-assets.ts'

/** The most files of one call. */
const MAX_FILES = 100

/** Downloads the complete files of assets. */
export function DownloadFiles({ assets }: { assets: readonly string[] }) {
  const { t } = useTranslation('library')
  const { call } = useService()
  const { download, isBusy } = useDownload()
  const find = useMutation({
    networkMode: 'always',
    meta: { reportError: true },
    mutationFn: () => filesOfAssets(call, assets),
    onSuccess: (found) => {
      if (found.length === 0) return showToast(t('noFilesToDownload'), { tone: 'bad' })
      if (found.length > MAX_FILES)
        return showToast(
          t('tooManyFiles', { amount: formatNumber(found.length), max: formatNumber(MAX_FILES) }),
          { tone: 'bad' },
        )
      return download(found.map(({ _id }) => _id))
    },
  })
  return (
    <Button variant="default" loading={find.isPending || isBusy} onClick={() => find.mutate()}>
      {t('downloadFiles')}
    </Button>
  )
}
