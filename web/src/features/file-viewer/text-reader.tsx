import { previews, type files } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/i18n.ts'
import { useService } from '../../api/service-context.ts'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { formatBytes } from '../../ui/format/format.ts'
import { PlayerSkeleton } from '../player/player-skeleton.tsx'
import { decodeText } from './decode-text.ts'
import styles from './file-stage.module.css'

/** A browser draws more text only slowly. The rest is in the file. */
const MAX_BYTES = 1_000_000

/** A text or subtitle file. Its bytes never change, so it is fetched once. */
export function TextReader({ file }: { file: files.File }) {
  const { t } = useTranslation('player')
  const { call } = useService()
  const id = file._id
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['text of file', id],
    staleTime: Infinity,
    queryFn: async () => {
      // The signed URL of an earlier response may have expired.
      const { document } = await call(previews.getFilePlayback, { params: { id } })
      const response = await fetch(document!.url, {
        headers: { range: `bytes=0-${MAX_BYTES - 1}` },
      })
      if (!response.ok) throw await ApiError.from(response)
      return decodeText(new Uint8Array(await response.arrayBuffer()))
    },
  })
  if (error)
    return <ErrorAlert error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (data === undefined) return <PlayerSkeleton />
  return (
    // A scrolling area needs the focus for the arrow keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.text} role="region" aria-label={file.name} tabIndex={0}>
      {(file.length ?? 0) > MAX_BYTES && (
        <p className={styles.note}>{t('file.truncated', { size: formatBytes(MAX_BYTES) })}</p>
      )}
      <pre dir="auto">{data}</pre>
    </div>
  )
}
