import { useEffect } from 'react'
import type { files, previews } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Player } from '../../player/player.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { useFilm } from '../../player/use-film.ts'
import styles from './asset-preview.module.css'

type Props = {
  preview: previews.Preview
  /** When its signed URLs were loaded. */
  loadedAt: number
  file: files.File | undefined
  title: string
  at?: string | undefined
}

/** A preview that is being created, has failed, or shows an image, video or audio file. */
export function PreviewPlayer(props: Props) {
  const { preview, file } = props
  if (preview.status === 'waiting' || preview.status === 'making')
    return <PreviewProgress preview={preview} />
  if (preview.status !== 'ready')
    return <PreviewUnavailable status={preview.status} reason={file && reasonOf(file)} />
  return <MediaPreview {...props} />
}

function PreviewProgress({ preview: { status, progress } }: { preview: previews.Preview }) {
  const { t } = useTranslation('asset')
  return (
    <div className={styles.message} role="status">
      <p>{status === 'waiting' ? t('preview.queued') : t('preview.creating')}</p>
      <ProgressBar label={t('preview.progress')} value={progress} />
      <p className={styles.hint}>
        {status === 'making' && `${Math.floor(progress * 100)} %. `}
        {t('preview.creatingHint')}
      </p>
    </div>
  )
}

function PreviewUnavailable({
  status,
  reason,
}: {
  status: previews.Preview['status']
  reason: string | undefined
}) {
  const { t } = useTranslation('asset')
  return (
    <div className={styles.message}>
      <p>{status === 'failed' ? t('preview.failed') : t('preview.unsupported')}</p>
      <p className={styles.hint} dir="auto">
        {reason ?? (status === 'failed' ? t('preview.failedHint') : t('preview.unsupportedHint'))}
      </p>
    </div>
  )
}

const reasonOf = ({ media, warnings }: files.File): string | undefined =>
  media?.steps.find(({ status, reason }) => status === 'failed' && reason)?.reason?.message ??
  warnings.find(({ severity }) => severity === 'error')?.message

/** A film, a sound or an image. `at` is a timecode to start at. */
function MediaPreview({ preview, loadedAt, title, at }: Props) {
  const { t } = useTranslation('player')
  const film = useFilm('preview', preview, loadedAt)
  const { controller, clock } = film
  const startTime = at === undefined ? undefined : clock.parse(at)
  useEffect(() => {
    if (startTime !== undefined) controller?.seek(startTime)
  }, [controller, startTime])
  return (
    <Player
      label={t('label', { name: title })}
      film={film}
      poster={preview.poster}
      aspect={preview.film?.aspect}
      image={film.kind === 'image' ? preview.path : undefined}
    />
  )
}
