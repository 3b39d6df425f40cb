import type { RefObject } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { FilmClock } from '../../player/film-clock.ts'
import { TimeDisplay } from '../../player/time-display.tsx'
import type { PlaybackState } from '../../player/use-playback.ts'
import {
  PreviousFrameIcon,
  NextFrameIcon,
  VolumeIcon,
  MutedIcon,
  PauseIcon,
  PlayIcon,
} from '../../../ui/icons/icons.tsx'
import type { TimelineActions } from './timeline-actions.ts'
import { ZoomInIcon, ZoomOutIcon } from './tool-icons.tsx'
import { ToolButton } from './tool-button.tsx'
import styles from './timeline.module.css'

type Props = {
  actions: TimelineActions
  media: RefObject<HTMLVideoElement | null>
  playback: PlaybackState
  seconds: number
  clock: FilmClock
}

/** Playback buttons and the zoom of the waveform. */
export function Transport({
  actions,
  media,
  playback: { time, isPlaying, isMuted, volume, speed },
  seconds,
  clock,
}: Props) {
  const { t } = useTranslation('timeline')
  const { controller } = actions
  const isSilent = isMuted || volume === 0
  return (
    <div className={styles.transport}>
      <ToolButton
        name={isPlaying ? t('pause') : t('play')}
        shortcut="Space"
        content={isPlaying ? <PauseIcon /> : <PlayIcon />}
        onPress={controller.toggle}
      />
      <ToolButton
        name={t('previousFrame')}
        shortcut=","
        content={<PreviousFrameIcon />}
        onPress={() => controller.step(-1)}
      />
      <ToolButton
        name={t('nextFrame')}
        shortcut="."
        content={<NextFrameIcon />}
        onPress={() => controller.step(1)}
      />
      <TimeDisplay
        time={time}
        duration={seconds}
        clock={clock}
        onSeek={(moment) => controller.seek(moment)}
      />
      {isPlaying && speed !== 1 && (
        <span className={styles.total} dir="ltr">
          {speed} ×
        </span>
      )}
      <span className={styles.spacer} />
      <ToolButton
        name={isSilent ? t('unmute') : t('mute')}
        shortcut="Shift+M"
        content={isSilent ? <MutedIcon /> : <VolumeIcon />}
        onPress={() => {
          if (media.current) media.current.muted = !media.current.muted
        }}
      />
      <div className={styles.group} role="group" aria-label={t('zoom')}>
        <ToolButton
          name={t('zoomOut')}
          shortcut="-"
          content={<ZoomOutIcon />}
          onPress={actions.zoomOut}
        />
        <ToolButton
          name={t('zoomIn')}
          shortcut="+"
          content={<ZoomInIcon />}
          onPress={actions.zoomIn}
        />
        <ToolButton
          name={t('zoomToFit')}
          shortcut="0"
          content={t('label.zoomToFit')}
          onPress={actions.zoomToFit}
        />
      </div>
    </div>
  )
}
