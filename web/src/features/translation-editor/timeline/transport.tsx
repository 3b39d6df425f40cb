import type { RefObject } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { formatTimecode } from '../../player/timecode.ts'
import type { Playback } from '../../player/use-playback.ts'
import {
  PreviousFrameIcon,
  NextFrameIcon,
  VolumeIcon,
  MutedIcon,
  PauseIcon,
  PlayIcon,
} from '../../../ui/icons/icons.tsx'
import type { TimelineActions } from './shortcuts.ts'
import { ZoomInIcon, ZoomOutIcon } from './tool-icons.tsx'
import { ToolButton } from './tool-button.tsx'
import styles from './timeline.module.css'

type Props = {
  doing: TimelineActions
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
}: Props) {
  const { t } = useTranslation('stage')
  const { machine } = doing
  const isSilent = isMuted || volume === 0
  return (
    <div className={styles.transport}>
      <ToolButton
        name={isPlaying ? t('pause') : t('play')}
        keys="Space"
        shown={isPlaying ? <PauseIcon /> : <PlayIcon />}
        onPress={machine.toggle}
      />
      <ToolButton
        name={t('frameBack')}
        keys=","
        shown={<PreviousFrameIcon />}
        onPress={() => machine.step(-1)}
      />
      <ToolButton
        name={t('frameOn')}
        keys="."
        shown={<NextFrameIcon />}
        onPress={() => machine.step(1)}
      />
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
      <ToolButton
        name={isSilent ? t('soundOn') : t('mute')}
        keys="M"
        shown={isSilent ? <MutedIcon /> : <VolumeIcon />}
        onPress={() => {
          if (media.current) media.current.muted = !media.current.muted
        }}
      />
      <div className={styles.group} role="group" aria-label={t('zoom')}>
        <ToolButton name={t('wider')} keys="-" shown={<ZoomOutIcon />} onPress={doing.wider} />
        <ToolButton name={t('closer')} keys="+" shown={<ZoomInIcon />} onPress={doing.closer} />
        <ToolButton name={t('whole')} keys="0" shown={t('short.whole')} onPress={doing.whole} />
      </div>
    </div>
  )
}
