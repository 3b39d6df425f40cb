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
  FullscreenIcon,
} from '../../../ui/icons/player-icons.tsx'
import type { TimelineActions } from './timeline-actions.ts'
import type { Follow } from './use-follow.ts'
import { ToolButton } from './tool-button.tsx'
import styles from './timeline.module.css'

type Props = {
  actions: TimelineActions
  media: RefObject<HTMLVideoElement | null>
  playback: PlaybackState
  seconds: number
  clock: FilmClock
  follow: Follow
  onFullscreen: () => void
}

/** Playback buttons below the picture. */
export function Transport({
  actions,
  media,
  playback: { time, isPlaying, isMuted, volume, speed },
  seconds,
  clock,
  follow,
  onFullscreen,
}: Props) {
  const { t } = useTranslation('timeline')
  const { controller } = actions
  const isSilent = isMuted || volume === 0
  return (
    <div className={styles.transport}>
      <ToolButton
        name={isPlaying ? t('pause') : t('play')}
        shortcut="player.toggle"
        content={isPlaying ? <PauseIcon /> : <PlayIcon />}
        onPress={controller.toggle}
      />
      <ToolButton
        name={t('previousFrame')}
        shortcut="player.previousFrame"
        content={<PreviousFrameIcon />}
        onPress={() => controller.step(-1)}
      />
      <ToolButton
        name={t('nextFrame')}
        shortcut="player.nextFrame"
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
        shortcut="player.mute"
        content={isSilent ? <MutedIcon /> : <VolumeIcon />}
        onPress={() => {
          if (media.current) media.current.muted = !media.current.muted
        }}
      />
      <button
        type="button"
        className={styles.tool}
        aria-pressed={follow.isOn}
        title={t('followHint')}
        onClick={follow.toggle}
      >
        {t('follow')}
      </button>
      {document.fullscreenEnabled && (
        <ToolButton
          name={t('fullscreen')}
          shortcut="player.fullscreen"
          content={<FullscreenIcon />}
          onPress={onFullscreen}
        />
      )}
    </div>
  )
}
