import type { ReactNode, RefObject } from 'react'
import { FrameBackMark, FrameOnMark, LoudMark, MuteMark, PauseMark, PlayMark, WholeScreenMark } from '../ui/marks.tsx'
import type { Deck } from './deck.ts'
import { timecode } from './timecode.ts'
import type { Playback } from './use-playback.ts'
import styles from './player.module.css'

type Parts = { playback: Playback; deck: Deck | null; media: RefObject<HTMLMediaElement | null>; duration: number; rate: number | null; hasPicture: boolean; onWhole: () => void }

export function Controls({ playback: { time, isPlaying, isMuted, volume, speed }, deck, media, duration, rate, hasPicture, onWhole }: Parts) {
  const isSilent = isMuted || volume === 0
  return (
    <div className={styles.controls}>
      <Key name={isPlaying ? 'Pause' : 'Play'} keys="Space" onPress={() => deck?.toggle()}>{isPlaying ? <PauseMark /> : <PlayMark />}</Key>
      {hasPicture && <Key name="One frame back" keys="," onPress={() => deck?.step(-1)}><FrameBackMark /></Key>}
      {hasPicture && <Key name="One frame on" keys="." onPress={() => deck?.step(1)}><FrameOnMark /></Key>}
      <span className={styles.times}><span className="unseen">Now at </span><span data-testid="timecode">{timecode(time, rate)}</span><span className={styles.whole}> / <span className="unseen">of </span>{timecode(duration, rate)}</span></span>
      {isPlaying && speed !== 1 && <span className={styles.speed}>{speed} ×</span>}
      <span className={styles.space} />
      <Key name={isSilent ? 'Sound on' : 'Mute'} keys="m" onPress={() => { if (media.current) media.current.muted = !media.current.muted }}>{isSilent ? <MuteMark /> : <LoudMark />}</Key>
      <input
        className={styles.volume} type="range" aria-label="Volume" min={0} max={1} step={0.05} value={isMuted ? 0 : volume} aria-valuetext={`${Math.round((isMuted ? 0 : volume) * 100)} %`}
        onChange={({ currentTarget }) => { if (media.current) { media.current.volume = Number(currentTarget.value); media.current.muted = false } }}
      />
      {hasPicture && document.fullscreenEnabled && <Key name="Full screen" keys="f" onPress={onWhole}><WholeScreenMark /></Key>}
    </div>
  )
}

function Key({ name, keys, onPress, children }: { name: string; keys: string; onPress: () => void; children: ReactNode }) {
  return <button type="button" className={styles.key} aria-label={name} title={`${name} (${keys})`} aria-keyshortcuts={keys} onClick={onPress}>{children}</button>
}
