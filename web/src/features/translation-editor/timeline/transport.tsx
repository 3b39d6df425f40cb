import type { RefObject } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { formatTimecode } from '../../player/timecode.ts'
import type { Playback } from '../../player/use-playback.ts'
import {
  FrameBackMark,
  FrameOnMark,
  LoudMark,
  MuteMark,
  PauseMark,
  PlayMark,
} from '../../../ui/icons/icons.tsx'
import type { Doing } from './shortcuts.ts'
import { CloserMark, WiderMark } from './tool-icons.tsx'
import { Tool } from './tool-button.tsx'
import styles from './timeline.module.css'

type Parts = {
  doing: Doing
  media: RefObject<HTMLVideoElement | null>
  playback: Playback
  seconds: number
  rate: number | null
}

/** What moves the film, and how much of it the waveform shows. */
export function Transport({
  doing,
  media,
  playback: { time, isPlaying, isMuted, volume, speed },
  seconds,
  rate,
}: Parts) {
  const { t } = useTranslation('stage')
  const { machine } = doing
  const isSilent = isMuted || volume === 0
  return (
    <div className={styles.transport}>
      <Tool
        name={isPlaying ? t('pause') : t('play')}
        keys="Space"
        shown={isPlaying ? <PauseMark /> : <PlayMark />}
        onPress={machine.toggle}
      />
      <Tool
        name={t('frameBack')}
        keys=","
        shown={<FrameBackMark />}
        onPress={() => machine.step(-1)}
      />
      <Tool name={t('frameOn')} keys="." shown={<FrameOnMark />} onPress={() => machine.step(1)} />
      <span className={styles.times} dir="ltr">
        <span data-testid="timecode">{formatTimecode(time, rate)}</span>
        <span className={styles.total}> / {formatTimecode(seconds, rate)}</span>
      </span>
      {isPlaying && speed !== 1 && (
        <span className={styles.total} dir="ltr">
          {speed} ×
        </span>
      )}
      <span className={styles.space} />
      <Tool
        name={isSilent ? t('soundOn') : t('mute')}
        keys="M"
        shown={isSilent ? <MuteMark /> : <LoudMark />}
        onPress={() => {
          if (media.current) media.current.muted = !media.current.muted
        }}
      />
      <div className={styles.group} role="group" aria-label={t('zoom')}>
        <Tool name={t('wider')} keys="-" shown={<WiderMark />} onPress={doing.wider} />
        <Tool name={t('closer')} keys="+" shown={<CloserMark />} onPress={doing.closer} />
        <Tool name={t('whole')} keys="0" shown={t('short.whole')} onPress={doing.whole} />
      </div>
    </div>
  )
}
