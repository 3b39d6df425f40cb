import { useEffect, useState, type RefObject } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { SharedFile } from './share-client.ts'

type Props = { file: SharedFile; media: RefObject<HTMLVideoElement | null> }
const RETRY_MS = 2_000

export function FilmPlayer({ file, media }: Props) {
  const { t } = useTranslation('shared')
  const [hasFailed, setFailed] = useState(false)
  const isImage = file.mime.startsWith('image/')
  useEffect(() => {
    const element = media.current
    if (isImage || !element || file.status !== 'ready') return undefined
    let detach = () => {}
    let isGone = false
    const attach = async () => {
      const attached = await attachFilm(element, file.content!, () => setFailed(true))
      if (isGone) attached()
      else detach = attached
    }
    void attach()
    return () => {
      isGone = true
      detach()
    }
  }, [file, isImage, media])
  if (file.status === 'failed') return null
  if (file.status !== 'ready') return <p role="status">{t('preparing')}</p>
  if (isImage) return <img className="film" src={file.content!} alt={file.name} />
  return (
    <>
      <video
        ref={media}
        className="film"
        controls
        playsInline
        preload="none"
        aria-label={file.name}
        {...(file.poster && { poster: file.poster })}
      />
      {hasFailed && (
        <p className="error" role="alert">
          {t('notPlayable')}
        </p>
      )}
    </>
  )
}

/** hls.js is loaded with the first film. iPhones play HLS without it. */
async function attachFilm(
  media: HTMLVideoElement,
  url: string,
  onFail: () => void,
): Promise<() => void> {
  const { default: Hls } = await import('hls.js/light')
  if (!Hls.isSupported()) {
    media.src = url
    return () => media.removeAttribute('src')
  }
  const hls = new Hls({ enableWorker: false, autoStartLoad: true })
  hls.on(Hls.Events.ERROR, (_event, data) => {
    // A watermarked film is encoded when somebody starts it.
    if (data.response?.code === 409) setTimeout(() => hls.loadSource(url), RETRY_MS)
    else if (data.fatal) onFail()
  })
  hls.loadSource(url)
  hls.attachMedia(media)
  return () => hls.destroy()
}
