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
  LoopIcon,
  CaptionsIcon,
} from '../../ui/icons/player-icons.tsx'
import { useKeyHint } from '../../ui/shortcuts/assigned-keys.ts'
import { formatNumber } from '../../ui/format/format.ts'
import type { FilmClock } from './film-clock.ts'
import type { PlayerController } from './player-controller.ts'
import { TimeDisplay } from './time-display.tsx'
import { PLAYER_SHORTCUTS } from './shortcuts.ts'
import type { PlaybackState } from './use-playback.ts'
import styles from './player.module.css'

type Toggle = { isOn: boolean; toggle: () => void }
type Props = {
  playback: PlaybackState
  controller: PlayerController | null
  /** The element whose sound is heard. */
  media: RefObject<HTMLMediaElement | null>
  duration: number
  clock: FilmClock
  hasPicture: boolean
  onFullscreen: () => void
  loop?: Toggle
  captions?: Toggle | undefined
  help?: ReactNode
}

export function Controls({
  playback: { time, isPlaying, isMuted, volume, speed },
  controller,
  media,
  duration,
  clock,
  hasPicture,
  onFullscreen,
  loop,
  captions,
  help,
}: Props) {
  const { t } = useTranslation('player')
  const isSilent = isMuted || volume === 0
  return (
    <div className={styles.controls}>
      <ControlButton
        name={isPlaying ? t('pause') : t('play')}
        action="toggle"
        onPress={() => controller?.toggle()}
      >
        {isPlaying ? <PauseIcon /> : <PlayIcon />}
      </ControlButton>
      {hasPicture && (
        <ControlButton
          name={t('previousFrame')}
          action="previousFrame"
          onPress={() => controller?.step(-1)}
        >
          <PreviousFrameIcon />
        </ControlButton>
      )}
      {hasPicture && (
        <ControlButton name={t('nextFrame')} action="nextFrame" onPress={() => controller?.step(1)}>
          <NextFrameIcon />
        </ControlButton>
      )}
      <TimeDisplay
        time={time}
        duration={duration}
        clock={clock}
        onSeek={(seconds) => controller?.seek(seconds)}
      />
      <span className={styles.spacer} />
      <SpeedSelect speed={speed} onSpeed={(next) => controller?.setSpeed(next)} />
      {loop && (
        <ControlButton name={t('loop')} isOn={loop.isOn} onPress={loop.toggle}>
          <LoopIcon />
        </ControlButton>
      )}
      {captions && (
        <ControlButton name={t('captions')} isOn={captions.isOn} onPress={captions.toggle}>
          <CaptionsIcon />
        </ControlButton>
      )}
      <ControlButton
        name={isSilent ? t('unmute') : t('mute')}
        action="mute"
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
        <ControlButton name={t('fullscreen')} action="fullscreen" onPress={onFullscreen}>
          <FullscreenIcon />
        </ControlButton>
      )}
    </div>
  )
}

const SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4]

function SpeedSelect({ speed, onSpeed }: { speed: number; onSpeed: (speed: number) => void }) {
  const { t } = useTranslation('player')
  return (
    <select
      className={styles.speed}
      aria-label={t('speed')}
      title={t('speed')}
      value={speed}
      onChange={({ currentTarget }) => onSpeed(Number(currentTarget.value))}
    >
      {/* A film that follows another is a little faster or slower. */}
      {(SPEEDS.includes(speed) ? SPEEDS : [speed, ...SPEEDS]).map((one) => (
        <option key={one} value={one}>
          {formatNumber(one)}×
        </option>
      ))}
    </select>
  )
}

function ControlButton({
  name,
  action,
  isOn,
  onPress,
  children,
}: {
  name: string
  action?: keyof typeof PLAYER_SHORTCUTS
  /** For a button that switches something on and off. */
  isOn?: boolean
  onPress: () => void
  children: ReactNode
}) {
  const hint = useKeyHint(name, action && `player.${action}`, action && PLAYER_SHORTCUTS[action])
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={name}
      {...hint}
      aria-pressed={isOn}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
