import type { ReactNode, RefObject } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import {
  FrameBackMark,
  FrameOnMark,
  LoudMark,
  MuteMark,
  PauseMark,
  PlayMark,
  WholeScreenMark,
} from '../../ui/icons/icons.tsx'
import type { PlayerController } from './player-controller.ts'
import { TimeDisplay } from './time-display.tsx'
import type { Playback } from './use-playback.ts'
import styles from './player.module.css'

type Props = {
  playback: Playback
  controller: PlayerController | null
  /** Whose sound is heard. */ media: RefObject<HTMLMediaElement | null>
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
        keys="Space"
        onPress={() => controller?.toggle()}
      >
        {isPlaying ? <PauseMark /> : <PlayMark />}
      </ControlButton>
      {hasPicture && (
        <ControlButton name={t('frameBack')} keys="," onPress={() => controller?.step(-1)}>
          <FrameBackMark />
        </ControlButton>
      )}
      {hasPicture && (
        <ControlButton name={t('frameOn')} keys="." onPress={() => controller?.step(1)}>
          <FrameOnMark />
        </ControlButton>
      )}
      <TimeDisplay
        time={time}
        duration={duration}
        rate={rate}
        onSeek={(seconds) => controller?.seek(seconds)}
      />
      {isPlaying && speed !== 1 && <span className={styles.speed}>{speed} ×</span>}
      <span className={styles.space} />
      <ControlButton
        name={isSilent ? t('soundOn') : t('mute')}
        keys="m"
        onPress={() => {
          if (media.current) media.current.muted = !media.current.muted
        }}
      >
        {isSilent ? <MuteMark /> : <LoudMark />}
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
        <ControlButton name={t('whole')} keys="f" onPress={onFullscreen}>
          <WholeScreenMark />
        </ControlButton>
      )}
    </div>
  )
}

function ControlButton({
  name,
  keys,
  onPress,
  children,
}: {
  name: string
  keys: string
  onPress: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={styles.key}
      aria-label={name}
      title={`${name} (${keys})`}
      aria-keyshortcuts={keys}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
