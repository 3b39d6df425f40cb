import { useState } from 'react'
import { files, type previews } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { Player } from '../../player/player.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { useSignedMedia } from '../../player/use-signed-media.ts'
import styles from './asset-preview.module.css'

type Props = { preview: previews.Preview; title: string; at?: string | undefined }

/** A preview that is being created, has failed, or shows an image, video or audio file. */
export function PreviewPlayer({ preview, title, at }: Props) {
  const { data: file } = useEndpointQuery(
    files.getFile,
    { params: { id: preview.file } },
    { pollWhile: ({ media }) => media?.status === 'waiting' || media?.status === 'working' },
  )
  if (preview.status === 'waiting' || preview.status === 'making')
    return <PreviewProgress preview={preview} />
  if (preview.status !== 'ready')
    return <PreviewUnavailable status={preview.status} reason={file && reasonOf(file)} />
  return preview.type === 'image' ? (
    <ImagePreview preview={preview} title={title} />
  ) : (
    <MediaPreview preview={preview} title={title} file={file} at={at} />
  )
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

function ImagePreview({ preview, title }: Props) {
  const media = useSignedMedia('preview', preview)
  // Keep the first signed URL: a newer one would only load the image again.
  const [url, setUrl] = useState(preview.path)
  const [isRenewed, setRenewed] = useState(false)
  const renew = () => {
    if (!isRenewed) {
      setRenewed(true)
      void media.getUrl(true).then(setUrl)
    }
  }
  return (
    <div className={styles.frame}>
      <img className={styles.image} src={url} alt={title} onError={renew} />
    </div>
  )
}

function MediaPreview({ preview, title, file, at }: Props & { file: files.File | undefined }) {
  const media = useSignedMedia('preview', preview)
  const [poster, setPoster] = useState(preview.poster)
  // Every response signs the poster anew; keep the first URL.
  if (poster === null && preview.poster !== null) setPoster(preview.poster)
  const { duration, video } = file?.media?.probe ?? {}
  return (
    <Player
      label={title}
      kind={preview.type === 'audio' ? 'audio' : 'video'}
      poster={poster}
      getUrl={media.getUrl}
      peaks={media.peaks}
      storyboard={media.storyboard}
      onHover={media.refreshStoryboard}
      duration={preview.duration ?? duration ?? null}
      frameRate={video?.frameRate}
      aspect={video?.aspect}
      at={file && at}
    />
  )
}
