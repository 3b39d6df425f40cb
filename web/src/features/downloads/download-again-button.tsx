import { Button } from '@mantine/core'
import { downloads } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { explainError } from '../../ui/feedback/explain-error.ts'
import { startDownload } from '../../ui/files/start-download.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'
import styles from './download-again-button.module.css'

/**
 * A repeated download is recorded again. Shows an error if the file is under embargo or removed.
 */
export function DownloadAgainButton({
  file,
  may,
}: {
  file: downloads.Download['file']
  may: boolean
}) {
  const { t } = useTranslation('downloads')
  const { mutateAsync, isPending } = useEndpointMutation(downloads.startDownloads, {
    silent: true,
  })
  const download = async () => {
    try {
      for (const { url } of await mutateAsync({ body: { files: [file._id] } })) startDownload(url)
      showToast(t('started', { name: file.name }))
    } catch (error) {
      showToast(
        isUnavailable(error)
          ? t('unavailable', { name: file.name })
          : explainError(error as Error).advice,
        {
          tone: 'bad',
        },
      )
    }
  }
  return (
    <Button
      className={styles.button}
      variant="default"
      size="xs"
      loading={isPending}
      disabled={!may}
      title={may ? undefined : t('leadForbidden')}
      aria-describedby={may ? undefined : 'downloads-lead'}
      aria-label={t('downloadNamedAgain', { name: file.name })}
      onClick={() => void download()}
    >
      {t('download')}
    </Button>
  )
}

/** The API responds 404 for files that are not visible any more. */
const isUnavailable = (error: unknown) =>
  error instanceof ApiError &&
  (error.status === 404 || error.problem.code === 'reference.not-found')
