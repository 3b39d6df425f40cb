import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { previews } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { PlayerController as Machine } from '../../player/player-controller.ts'
import { shortcutFor, runShortcut } from '../../player/shortcuts.ts'
import { useMediaUrls } from '../../player/use-media-urls.ts'
import { parseFrameRate, formatTimecode } from '../../player/timecode.ts'
import { usePlayerController } from '../../player/use-player-controller.ts'
import { usePlayback } from '../../player/use-playback.ts'
import { useFullscreen } from '../../player/use-fullscreen.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { Trouble } from '../../../ui/feedback/error-alert.tsx'
import type { Cue, TimelineProps } from './timeline-props.ts'
import { frameMsOf, gridOf, newAt, nudged, setTo, type Edge, type Times } from './snap.ts'
import { stageKeyOf, type Doing } from './shortcuts.ts'
import type { Shape } from './burn-in-style.ts'
import { Screen, type Words } from './video-frame.tsx'
import { onTicks } from './on-playback-tick.ts'
import { Timing } from './waveform-view.tsx'
import { Tools } from './timing-tools.tsx'
import { Transport } from './transport.tsx'
import type { Wave } from './waveform.ts'
import styles from './timeline.module.css'

/**
 * The film that lines are timed against: picture with the line over it, waveform with the lines on
 * it, and the keys for both.
 */
export function Timeline(props: TimelineProps) {
  const { t } = useTranslation('stage')
  const { preview } = props
  if (
    !preview ||
    preview.status === 'none' ||
    preview.status === 'failed' ||
    !['video', 'audio'].includes(preview.type)
  ) {
    return (
      <section className={styles.stage} aria-label={t('title')}>
        <div className={styles.teach}>
          <Empty title={t('noFilm')}>
            <p>{t('noFilmAdvice')}</p>
          </Empty>
        </div>
      </section>
    )
  }
  return <Film key={preview._id} {...props} preview={preview} />
}

function Film({
  preview,
  cues,
  selected,
  language,
  readOnly,
  deck,
  onSelect,
  onTime,
  onAdd,
}: TimelineProps & { preview: previews.Preview }) {
  const { t } = useTranslation('stage')
  const media = useRef<HTMLVideoElement>(null)
  const [frame, showWhole] = useFullscreen()
  const wave = useRef<Wave>(null)
  const [shape, setShape] = useState<Shape>('16:9')
  const [words, setWords] = useState<Words>('text')
  const [said, setSaid] = useState('')
  const reel = useMediaUrls('preview', preview)
  const rate = preview.film ? parseFrameRate(preview.film.frameRate) : null
  const [machine, trouble] = usePlayerController(media, { addressOf: reel.addressOf, rate })
  const [poster] = useState(preview.poster)
  const playback = usePlayback(media, machine)
  const seconds = preview.duration ?? playback.duration ?? 0
  const grid = useMemo(
    () => gridOf(preview.film, { lengthMs: seconds * 1000, language }),
    [preview.film?.frameRate, preview.film?.cuts.length, seconds, language],
  )

  const range = useRange(media, machine)
  const hand = useEffectEvent(deck)
  useEffect(() => {
    if (!machine) return
    hand({
      timeMs: () => Math.round(machine.now() * 1000),
      play: () => void machine.play(),
      pause: machine.pause,
      seek: (ms) => machine.seek(ms / 1000),
      playRange: range,
      frameMs: frameMsOf(grid),
      cutsMs: grid.cutsMs,
    })
  }, [machine, grid, range])

  const chosen = cues.find(({ id }) => id === selected)
  const move = (cue: Cue, times: Times, edge: Edge) => {
    if (times.startMs !== cue.startMs || times.stopMs !== cue.stopMs)
      onTime(cue.id, times.startMs, times.stopMs)
    setSaid(
      t(`said.${edge}`, {
        start: formatTimecode(times.startMs / 1000, rate),
        stop: formatTimecode(times.stopMs / 1000, rate),
      }),
    )
  }
  const may = chosen && !readOnly
  const fresh = readOnly ? undefined : newAt(playback.time * 1000, cues, grid)
  const doing: Doing | null = machine && {
    machine,
    nudge: may
      ? (edge, frames) => move(chosen, nudged(chosen, edge, frames, cues, grid), edge)
      : undefined,
    setTo: may
      ? (edge) => move(chosen, setTo(chosen, edge, machine.now() * 1000, cues, grid), edge)
      : undefined,
    playChosen: chosen && (() => range(chosen.startMs, chosen.stopMs)),
    add: fresh && (() => onAdd(fresh.startMs, fresh.stopMs)),
    step: (lines) => {
      const next = cues[Math.max(0, cues.findIndex(({ id }) => id === selected) + lines)]
      if (next) {
        onSelect(next.id)
        machine.seek(next.startMs / 1000)
      }
    },
    closer: () => wave.current?.closer(),
    wider: () => wave.current?.wider(),
    whole: () => wave.current?.whole(),
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!doing || event.target instanceof HTMLSelectElement) return
    runShortcut(
      event,
      stageKeyOf(event, doing) ??
        shortcutFor(event, {
          deck: doing.machine,
          media: media.current!,
          length: seconds,
          showWhole,
        }),
    )
  }
  return (
    // The keys work wherever the focus is inside; each has a button too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={frame}
      className={styles.stage}
      aria-label={t('title')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <Screen
        media={media}
        machine={machine}
        playback={playback}
        poster={poster}
        cues={cues}
        language={language}
        shape={shape}
        words={words}
      />
      {trouble && <Trouble error={trouble} again={() => machine?.again()} />}
      {machine && !reel.isWaiting && seconds > 0 && (
        <Timing
          cues={cues}
          selected={selected}
          readOnly={readOnly}
          media={media}
          machine={machine}
          peaks={reel.peaks}
          grid={grid}
          wave={wave}
          onSelect={onSelect}
          onTime={onTime}
          onAdd={onAdd}
          onTwice={(cue) => range(cue.startMs, cue.stopMs)}
        />
      )}
      {(!machine || reel.isWaiting || seconds === 0) && <div className={styles.wave} />}
      {doing && (
        <Transport doing={doing} media={media} playback={playback} seconds={seconds} rate={rate} />
      )}
      {doing && (
        <Tools
          doing={doing}
          why={readOnly ? t('readOnly') : t('chooseFirst')}
          shape={shape}
          onShape={setShape}
          words={words}
          onWords={setWords}
        />
      )}
      <p className="unseen" role="status">
        {said}
      </p>
    </section>
  )
}

/** Further away than this, somebody has gone elsewhere meanwhile. */
const NEAR_MS = 1_000

/** Plays from here to there, and stops. Whatever else moves the film ends it. */
function useRange(media: React.RefObject<HTMLVideoElement | null>, machine: Machine | null) {
  const stopping = useRef<() => void>(undefined)
  useEffect(() => () => stopping.current?.(), [])
  return useMemo(
    () => (startMs: number, stopMs: number) => {
      if (!machine || !media.current) return
      stopping.current?.()
      machine.seek(startMs / 1000)
      void machine.play()
      const leave = () => stopping.current?.()
      stopping.current = onTicks(media.current, () => {
        const ms = machine.now() * 1000
        if (ms < startMs - NEAR_MS || ms > stopMs + NEAR_MS) leave()
        else if (ms >= stopMs) {
          leave()
          machine.pause()
        }
      })
    },
    [machine, media],
  )
}
