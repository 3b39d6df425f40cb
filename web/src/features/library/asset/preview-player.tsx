import { useState } from 'react'
import { files, type previews } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { Player } from '../../player/player.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { usePreviewMedia } from './use-preview-media.ts'
import styles from './asset-preview.module.css'

type Props = { preview: previews.Preview; title: string; at?: string | undefined }

/** One preview in each of its conditions: being made, failed, a picture, a film or sound. */
export function PreviewPlayer({ preview, title, at }: Props) {
  const { data: file } = useEndpointQuery(
    files.getFile,
    { params: { id: preview.file } },
    { pollWhile: ({ media }) => media?.status === 'waiting' || media?.status === 'working' },
  )
  if (preview.status === 'waiting' || preview.status === 'making')
    return <Making preview={preview} />
  if (preview.status !== 'ready')
    return <NotShown status={preview.status} reason={file && reasonOf(file)} />
  return preview.type === 'image' ? (
    <Still preview={preview} title={title} />
  ) : (
    <Film preview={preview} title={title} file={file} at={at} />
  )
}

function Making({ preview: { status, progress } }: { preview: previews.Preview }) {
  const { t } = useTranslation('asset')
  return (
    <div className={styles.making} role="status">
      <p>{status === 'waiting' ? t('preview.waits') : t('preview.making')}</p>
      <ProgressBar label={t('preview.progress')} value={progress} />
      <p className={styles.lesser}>
        {status === 'making' && `${Math.floor(progress * 100)} %. `}
        {t('preview.soon')}
      </p>
    </div>
  )
}

function NotShown({
  status,
  reason,
}: {
  status: previews.Preview['status']
  reason: string | undefined
}) {
  const { t } = useTranslation('asset')
  return (
    <div className={styles.making}>
      <p>{status === 'failed' ? t('preview.failed') : t('preview.cannot')}</p>
      <p className={styles.lesser} dir="auto">
        {reason ?? (status === 'failed' ? t('preview.failedAdvice') : t('preview.cannotAdvice'))}
      </p>
    </div>
  )
}

const reasonOf = ({ media, warnings }: files.File): string | undefined =>
  media?.steps.find(({ status, reason }) => status === 'failed' && reason)?.reason?.message ??
  warnings.find(({ severity }) => severity === 'error')?.message

function Still({ preview, title }: Props) {
  const reel = usePreviewMedia(preview)
  // The first address holds until the picture is there; a later one would only load it again.
  const [address, setAddress] = useState(preview.path)
  const [isRenewed, setRenewed] = useState(false)
  const renew = () => {
    if (!isRenewed) {
      setRenewed(true)
      void reel.getUrl(true).then(setAddress)
    }
  }
  return (
    <div className={styles.frame}>
      <img className={styles.still} src={address} alt={title} onError={renew} />
    </div>
  )
}

function Film({ preview, title, file, at }: Props & { file: files.File | undefined }) {
  const reel = usePreviewMedia(preview)
  const [poster, setPoster] = useState(preview.poster)
  // Every answer signs it anew; one is enough.
  if (poster === null && preview.poster !== null) setPoster(preview.poster)
  const { duration, video } = file?.media?.probe ?? {}
  return (
    <Player
      label={title}
      kind={preview.type === 'audio' ? 'audio' : 'video'}
      poster={poster}
      getUrl={reel.getUrl}
      peaks={reel.peaks}
      storyboard={reel.storyboard}
      onHover={reel.refreshStoryboard}
      duration={preview.duration ?? duration ?? null}
      frameRate={video?.frameRate}
      aspect={video?.aspect}
      at={file && at}
    />
  )
}
