import type { ReactNode, RefObject } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import {
  PreviousFrameIcon,
  NextFrameIcon,
  VolumeIcon,
  MutedIcon,
  PauseIcon,
  PlayIcon,
  FullscreenIcon,
} from '../../ui/icons/icons.tsx'
import type { PlayerController } from './player-controller.ts'
import { TimeDisplay } from './time-display.tsx'
import type { PlaybackState } from './use-playback.ts'
import styles from './player.module.css'

type Props = {
  playback: PlaybackState
  controller: PlayerController | null
  /** The element whose sound is heard. */
  media: RefObject<HTMLMediaElement | null>
  duration: number
  rate: number | null
  hasPicture: boolean
  onFullscreen: () => void
  help?: ReactNode
}

export function Controls({
  playback: { time, isPlaying, isMuted, volume, speed },
  controller,
  media,
  duration,
  rate,
  hasPicture,
  onFullscreen,
  help,
}: Props) {
  const { t } = useTranslation('player')
  const isSilent = isMuted || volume === 0
  return (
    <div className={styles.controls}>
      <ControlButton
        name={isPlaying ? t('pause') : t('play')}
        shortcut="Space"
        onPress={() => controller?.toggle()}
      >
        {isPlaying ? <PauseIcon /> : <PlayIcon />}
      </ControlButton>
      {hasPicture && (
        <ControlButton name={t('previousFrame')} shortcut="," onPress={() => controller?.step(-1)}>
          <PreviousFrameIcon />
        </ControlButton>
      )}
      {hasPicture && (
        <ControlButton name={t('nextFrame')} shortcut="." onPress={() => controller?.step(1)}>
          <NextFrameIcon />
        </ControlButton>
      )}
      <TimeDisplay
        time={time}
        duration={duration}
        rate={rate}
        onSeek={(seconds) => controller?.seek(seconds)}
      />
      {isPlaying && speed !== 1 && <span className={styles.speed}>{speed} ×</span>}
      <span className={styles.spacer} />
      <ControlButton
        name={isSilent ? t('unmute') : t('mute')}
        shortcut="m"
        onPress={() => {
          if (media.current) media.current.muted = !media.current.muted
        }}
      >
        {isSilent ? <MutedIcon /> : <VolumeIcon />}
      </ControlButton>
      <input
        className={styles.volume}
        type="range"
        aria-label={t('volume')}
        min={0}
        max={1}
        step={0.05}
        value={isMuted ? 0 : volume}
        aria-valuetext={`${Math.round((isMuted ? 0 : volume) * 100)} %`}
        onChange={({ currentTarget }) => {
          if (media.current) {
            media.current.volume = Number(currentTarget.value)
            media.current.muted = false
          }
        }}
      />
      {help}
      {hasPicture && document.fullscreenEnabled && (
        <ControlButton name={t('fullscreen')} shortcut="f" onPress={onFullscreen}>
          <FullscreenIcon />
        </ControlButton>
      )}
    </div>
  )
}

function ControlButton({
  name,
  shortcut,
  onPress,
  children,
}: {
  name: string
  shortcut: string
  onPress: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={name}
      title={`${name} (${shortcut})`}
      aria-keyshortcuts={shortcut}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
