import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { previews } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { shortcutFor, runShortcut } from '../../player/shortcuts.ts'
import { useSignedMedia } from '../../player/use-signed-media.ts'
import { createFilmClock } from '../../player/film-clock.ts'
import { useTimeUnit } from '../../player/time-unit.ts'
import { usePlayerController } from '../../player/use-player-controller.ts'
import { usePlayback } from '../../player/use-playback.ts'
import { useFullscreen } from '../../player/use-fullscreen.ts'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import type { TimelineCue, TimelineProps } from './timeline-props.ts'
import { frameDurationMs, createGrid, type Edge, type CueSpan } from './snap.ts'
import { timelineShortcutFor } from './shortcuts.ts'
import { createTimelineActions } from './timeline-actions.ts'
import type { AspectRatio } from './burn-in-style.ts'
import { VideoFrame, type ShownText } from './video-frame.tsx'
import { WaveformView } from './waveform-view.tsx'
import { TimingTools } from './timing-tools.tsx'
import { Transport } from './transport.tsx'
import { usePlayRange } from './use-play-range.ts'
import { EDITOR_ID } from '../panels/editor-tabs.ts'
import { Minimap } from './minimap.tsx'
import { useFollow } from './use-follow.ts'
import type { TimelineWaveform } from './waveform.ts'
import styles from './timeline.module.css'

type Props = TimelineProps & { preview: previews.Preview }

export function LoadedTimeline({
  preview,
  cues,
  selected,
  language,
  readOnly,
  onPlayerReady,
  onSelect,
  onTimesChange,
  onAdd,
  isCueing,
  onCueingEnd,
}: Props) {
  const { t } = useTranslation('timeline')
  const media = useRef<HTMLVideoElement>(null)
  const [frame, toggleFullscreen] = useFullscreen<HTMLDivElement>()
  const waveform = useRef<TimelineWaveform>(null)
  const [aspectRatio, setAspectRatio] = useState<AspectRatio>('16:9')
  const [shownText, setShownText] = useState<ShownText>('text')
  const [announcement, setAnnouncement] = useState('')
  const signed = useSignedMedia('preview', preview)
  const unit = useTimeUnit()
  const clock = useMemo(
    () => createFilmClock(preview, unit),
    [preview.film?.frameRate, preview.film?.timecode, preview.duration, unit],
  )
  const [controller, error] = usePlayerController(media, {
    getUrl: signed.getUrl,
    rate: clock.rate,
  })
  const [poster] = useState(preview.poster)
  const playback = usePlayback(media, controller)
  const seconds = preview.duration ?? playback.duration ?? 0
  const grid = useMemo(
    () => createGrid(preview.film, { lengthMs: seconds * 1000, language }),
    [preview.film?.frameRate, preview.film?.cuts.length, seconds, language],
  )

  const playRange = usePlayRange(media, controller)
  const follow = useFollow({
    cues,
    selected,
    controller,
    playback,
    onSelect,
    isCueing,
  })
  const endCueing = useEffectEvent(onCueingEnd)
  useEffect(() => {
    if (!playback.isPlaying) endCueing()
  }, [playback.isPlaying])
  const reportPlayer = useEffectEvent(onPlayerReady)
  useEffect(() => {
    if (!controller) return
    reportPlayer({
      timeMs: () => Math.round(controller.currentTime() * 1000),
      isPlaying: () => media.current !== null && !media.current.paused,
      play: () => void controller.play(),
      pause: controller.pause,
      seek: (ms) => controller.seek(ms / 1000),
      playRange,
      frameMs: frameDurationMs(grid),
      cutsMs: grid.cutsMs,
    })
  }, [controller, grid, playRange])

  const moveTo = (cue: TimelineCue, { startMs, stopMs }: CueSpan, edge: Edge) => {
    if (startMs !== cue.startMs || stopMs !== cue.stopMs) onTimesChange(cue.id, startMs, stopMs)
    setAnnouncement(
      t(`announcement.${edge}`, {
        start: clock.formatCue(startMs),
        stop: clock.formatCue(stopMs),
      }),
    )
  }
  const actions =
    controller &&
    createTimelineActions({
      cues,
      selected,
      readOnly,
      onSelect,
      onAdd,
      controller,
      grid,
      timeMs: playback.time * 1000,
      waveform: () => waveform.current,
      playRange,
      moveTo,
    })
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!actions || event.target instanceof HTMLSelectElement) return
    const player = {
      controller: actions.controller,
      media: media.current!,
      length: seconds,
      toggleFullscreen,
    }
    runShortcut(event, timelineShortcutFor(event, actions) ?? shortcutFor(event, player))
  }
  const isWaveformReady = controller && !signed.isLoadingPeaks && seconds > 0
  return (
    // The shortcuts work wherever the focus is inside; each has a button too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section className={styles.timeline} aria-label={t('title')} onKeyDown={onKeyDown}>
      <div ref={frame} className={styles.picture} tabIndex={-1}>
        <VideoFrame
          media={media}
          controller={controller}
          playback={playback}
          poster={poster}
          cues={cues}
          language={language}
          aspectRatio={aspectRatio}
          shownText={shownText}
        />
        {error && <ErrorAlert error={error} onRetry={() => controller?.retry()} />}
        {actions && (
          <Transport
            actions={actions}
            media={media}
            playback={playback}
            seconds={seconds}
            clock={clock}
            follow={follow}
            onFullscreen={toggleFullscreen}
          />
        )}
      </div>
      <div className={styles.wave} data-wave="" id={`${EDITOR_ID}-waveform`} tabIndex={-1}>
        {controller && seconds > 0 && (
          <Minimap
            cues={cues}
            selected={selected}
            lengthMs={seconds * 1000}
            clock={clock}
            media={media}
            controller={controller}
            onSelect={onSelect}
          />
        )}
        {isWaveformReady ? (
          <WaveformView
            cues={cues}
            selected={selected}
            readOnly={readOnly}
            media={media}
            controller={controller}
            peaks={signed.peaks}
            grid={grid}
            clock={clock}
            waveform={waveform}
            onSelect={onSelect}
            onTimesChange={onTimesChange}
            onAdd={onAdd}
            onDoubleClick={(cue) => playRange(cue.startMs, cue.stopMs)}
          />
        ) : (
          <div className={styles.waveform} />
        )}
        {actions && (
          <TimingTools
            actions={actions}
            disabledReason={readOnly ? t('readOnly') : t('selectFirst')}
            aspectRatio={aspectRatio}
            onAspectRatio={setAspectRatio}
            shownText={shownText}
            onShownText={setShownText}
          />
        )}
      </div>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  )
}
