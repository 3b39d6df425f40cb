import { useEffect, useRef, useState, type ReactNode } from 'react'
import { files, previews } from '@reelay/api/contract'
import { Button, CloseButton } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { formatBytes } from '../../ui/format/format.ts'
import { PlayerSkeleton } from '../player/player-skeleton.tsx'
import { Player } from '../player/player.tsx'
import { useFilm } from '../player/use-film.ts'
import { useDownload } from '../shared/use-download.ts'
import { TextReader } from './text-reader.tsx'
import styles from './file-stage.module.css'

type Props = {
  id: string
  /** What the file is for, such as the name of a material. */
  note?: ReactNode
  /** The decision about the file. */
  actions?: ReactNode
  onClose: () => void
}

/** A file on the stage of a workspace, where it is watched, heard or read. */
export function FileStage({ id, note, actions, onClose }: Props) {
  const { t } = useTranslation(['player', 'common'])
  const bar = useRef<HTMLDivElement>(null)
  const {
    data: file,
    error,
    refetch,
    isFetching,
  } = useEndpointQuery(files.getFile, { params: { id } })
  // On a phone the list of files is below the stage.
  useEffect(() => bar.current?.scrollIntoView({ block: 'nearest' }), [id])
  return (
    <section className={styles.stage} aria-label={t('file.label', { name: file?.name ?? '' })}>
      <div ref={bar} className={styles.bar}>
        <div className={styles.name}>
          <strong dir="auto">{file?.name}</strong>
          <span className={styles.note}>
            {note}
            {file?.length != null && ` ${formatBytes(file.length)}`}
          </span>
        </div>
        {actions}
        <CloseButton aria-label={t('file.close')} title={t('file.close')} onClick={onClose} />
      </div>
      <div className={styles.content}>
        {error ? (
          <ErrorAlert error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          file && <FileContent key={id} file={file} />
        )}
      </div>
    </section>
  )
}

function FileContent({ file }: { file: files.File }) {
  const { t } = useTranslation('player')
  const { data: playback, error } = useEndpointQuery(
    previews.getFilePlayback,
    { params: { id: file._id } },
    { pollWhile: ({ status }) => status === 'waiting' || status === 'making' },
  )
  if (error) return <ErrorAlert error={error} />
  if (!playback) return <PlayerSkeleton />
  const { status, document, progress } = playback
  if (document?.kind === 'pdf') return <PdfDocument file={file} url={document.url} />
  if (document) return <TextReader file={file} />
  if (status === 'ready') return <PlayedFile file={file} playback={playback} />
  if (status === 'waiting' || status === 'making')
    return (
      <div className={styles.message} role="status">
        <p>{t('file.processing')}</p>
        <ProgressBar label={t('file.processing')} value={progress} />
      </div>
    )
  return (
    <div className={styles.message}>
      <EmptyState title={t('file.unsupported')}>
        <p>{t('file.unsupportedHint')}</p>
      </EmptyState>
    </div>
  )
}

/** In the viewer of the browser. Phones have none. */
function PdfDocument({ file, url }: { file: files.File; url: string }) {
  const { t } = useTranslation('player')
  const { download, isBusy } = useDownload()
  // Every response signs the URL anew; a new one would load the document again.
  const [firstUrl] = useState(url)
  if (navigator.pdfViewerEnabled)
    return <iframe className={styles.document} src={firstUrl} title={file.name} />
  return (
    <div className={styles.message}>
      <EmptyState
        title={t('file.noPdfViewer')}
        action={
          <Button loading={isBusy} onClick={() => download([file._id])}>
            {t('file.download')}
          </Button>
        }
      >
        <p>{t('file.unsupportedHint')}</p>
      </EmptyState>
    </div>
  )
}

function PlayedFile({ file, playback }: { file: files.File; playback: previews.FilePlayback }) {
  const { t } = useTranslation('player')
  const film = useFilm('file', playback)
  return (
    <Player
      label={t('label', { name: file.name })}
      film={film}
      poster={playback.poster}
      aspect={playback.film?.aspect}
      image={film.kind === 'image' ? playback.path : undefined}
    />
  )
}
