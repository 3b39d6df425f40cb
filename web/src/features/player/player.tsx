import { useState, type ReactNode } from 'react'
import { Loader } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { PlayIcon } from '../../ui/icons/player-icons.tsx'
import { formatPosition } from '../../ui/format/format.ts'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { Captions, type CaptionCue } from './captions.tsx'
import { Controls } from './controls.tsx'
import { SeekBar } from './seek-bar.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'
import { shortcutFor, useDocumentShortcuts } from './shortcuts.ts'
import type { Film } from './use-film.ts'
import { useLoop, type LoopRange } from './use-loop.ts'
import styles from './player.module.css'

type Props = {
  label: string
  film: Film
  poster: string | null
  /** For example '16:9'. */
  aspect?: string | undefined
  /** The URL of a still image. */
  image?: string | undefined
  /** Above the picture, such as the comparison's controls. */
  top?: ReactNode
  /** Over the picture, such as a drawing. */
  overlay?: ReactNode
  /** A second picture, and how both are arranged. */
  second?: ReactNode
  mode?: string | undefined
  /** Below the seek bar, such as the comments along the film. */
  markers?: ReactNode
  cues?: readonly CaptionCue[] | undefined
  /** What a loop repeats, instead of the whole film. */
  range?: LoopRange | null
  /** The keys of the page that has the player, before its own. */
  pageShortcut?: (event: KeyboardEvent) => (() => void) | undefined
  onImageSize?: (width: number, height: number) => void
}

/** A film, a sound or an image, as large as the place it is in. */
export function Player(props: Props) {
  const { label, film, aspect = '16:9', top, second, mode, markers, cues, pageShortcut } = props
  const { playback, controller, media, signed, seconds, clock, kind } = film
  const [hasCaptions, setCaptions] = useState(false)
  const [isLooping, setLooping] = useState(false)
  useLoop(film, isLooping, props.range ?? null)
  useDocumentShortcuts(
    (event) =>
      pageShortcut?.(event) ??
      (controller && media.current
        ? shortcutFor(event, {
            controller,
            media: media.current,
            length: seconds,
            toggleFullscreen: film.toggleFullscreen,
          })
        : undefined),
  )
  return (
    <section
      ref={film.element}
      className={styles.player}
      aria-label={label}
      data-kind={kind}
      data-mode={mode}
      style={{ '--aspect': aspect.replace(':', ' / ') } as React.CSSProperties}
    >
      {top}
      <div className={styles.screens}>
        <Screen {...props} captions={hasCaptions ? cues : undefined} />
        {second}
      </div>
      {film.error && <ErrorAlert error={film.error} onRetry={() => controller?.retry()} />}
      {kind !== 'image' && (
        <>
          <div dir="ltr" className={styles.bars}>
            <SeekBar
              time={playback.time}
              duration={seconds}
              clock={clock}
              peaks={signed.peaks}
              storyboard={signed.storyboard}
              onHover={signed.refreshStoryboard}
              readyUntil={playback.readyUntil}
              onSeek={(time) => controller?.seek(time)}
            />
            {playback.readyUntil !== null && (
              <ReadyNote readyUntil={playback.readyUntil} length={seconds} />
            )}
            {markers}
          </div>
          <Controls
            playback={playback}
            controller={controller}
            media={media}
            duration={seconds}
            clock={clock}
            onFullscreen={film.toggleFullscreen}
            hasPicture={kind === 'video'}
            loop={{ isOn: isLooping, toggle: () => setLooping(!isLooping) }}
            captions={
              cues?.length
                ? { isOn: hasCaptions, toggle: () => setCaptions(!hasCaptions) }
                : undefined
            }
            help={<ShortcutHelp />}
          />
        </>
      )}
    </section>
  )
}

function ReadyNote({ readyUntil, length }: { readyUntil: number; length: number }) {
  const { t } = useTranslation('player')
  return (
    <p className={styles.ready} dir="auto">
      {t('readyUpTo', { ready: formatPosition(readyUntil), total: formatPosition(length) })}
    </p>
  )
}

function Screen({
  label,
  film: { playback, controller, media, error, kind, signed },
  poster,
  image,
  overlay,
  captions,
  onImageSize,
}: Props & { captions: readonly CaptionCue[] | undefined }) {
  const { t } = useTranslation('player')
  // Every response signs the URLs anew; a new one would load the picture again.
  const [firstPoster, setFirstPoster] = useState(poster)
  if (firstPoster === null && poster !== null) setFirstPoster(poster)
  const [shownImage, setShownImage] = useState(image)
  const [isRenewed, setRenewed] = useState(false)
  const renewImage = () => {
    if (isRenewed) return
    setRenewed(true)
    void signed.getUrl(true).then(setShownImage)
  }
  if (kind === 'image')
    return (
      <div className={styles.screen}>
        <img
          className={styles.video}
          src={shownImage}
          alt={label}
          onError={renewImage}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            if (naturalHeight) onImageSize?.(naturalWidth, naturalHeight)
          }}
        />
        {overlay}
      </div>
    )
  const isIdle = !playback.isPlaying && playback.time === 0
  return (
    <div className={styles.screen}>
      {/* Captions are drawn over the picture. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={media}
        className={styles.video}
        poster={firstPoster ?? undefined}
        preload="none"
        playsInline
        onClick={() => controller?.toggle()}
      />
      {captions && <Captions cues={captions} seconds={playback.time} />}
      {overlay}
      {kind === 'video' && isIdle && !error && (
        <span className={styles.playOverlay} aria-hidden="true">
          <PlayIcon />
        </span>
      )}
      {playback.isWaiting && (
        <span className={styles.loading} role="status">
          <Loader size="sm" color="white" />
          <span className="visually-hidden">{t('loading')}</span>
        </span>
      )}
    </div>
  )
}
