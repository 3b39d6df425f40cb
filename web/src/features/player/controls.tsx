import type { ReactNode, RefObject } from 'react'
import { useTranslation } from '../../wording.ts'
import {
  FrameBackMark,
  FrameOnMark,
  LoudMark,
  MuteMark,
  PauseMark,
  PlayMark,
  WholeScreenMark,
} from '../../ui/marks.tsx'
import type { PlayerController } from './player-controller.ts'
import { Times } from './time-display.tsx'
import type { Playback } from './use-playback.ts'
import styles from './player.module.css'

type Parts = {
  playback: Playback
  deck: PlayerController | null
  /** Whose sound is heard. */ media: RefObject<HTMLMediaElement | null>
  duration: number
  rate: number | null
  hasPicture: boolean
  onWhole: () => void
  help?: ReactNode
}

export function Controls({
  playback: { time, isPlaying, isMuted, volume, speed },
  deck,
  media,
  duration,
  rate,
  hasPicture,
  onWhole,
  help,
}: Parts) {
  const { t } = useTranslation('player')
  const isSilent = isMuted || volume === 0
  return (
    <div className={styles.controls}>
      <Key name={isPlaying ? t('pause') : t('play')} keys="Space" onPress={() => deck?.toggle()}>
        {isPlaying ? <PauseMark /> : <PlayMark />}
      </Key>
      {hasPicture && (
        <Key name={t('frameBack')} keys="," onPress={() => deck?.step(-1)}>
          <FrameBackMark />
        </Key>
      )}
      {hasPicture && (
        <Key name={t('frameOn')} keys="." onPress={() => deck?.step(1)}>
          <FrameOnMark />
        </Key>
      )}
      <Times
        time={time}
        duration={duration}
        rate={rate}
        onSeek={(seconds) => deck?.seek(seconds)}
      />
      {isPlaying && speed !== 1 && <span className={styles.speed}>{speed} ×</span>}
      <span className={styles.space} />
      <Key
        name={isSilent ? t('soundOn') : t('mute')}
        keys="m"
        onPress={() => {
          if (media.current) media.current.muted = !media.current.muted
        }}
      >
        {isSilent ? <MuteMark /> : <LoudMark />}
      </Key>
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
        <Key name={t('whole')} keys="f" onPress={onWhole}>
          <WholeScreenMark />
        </Key>
      )}
    </div>
  )
}

function Key({
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
