import styles from './player.module.css'

export type CaptionCue = { startMs: number; stopMs: number; text: string }

/** The lines of this moment, over the lower part of the picture. */
export function Captions({ cues, seconds }: { cues: readonly CaptionCue[]; seconds: number }) {
  const ms = seconds * 1000
  const shown = cues.filter(({ startMs, stopMs }) => startMs <= ms && ms < stopMs)
  return (
    <div className={styles.captions} aria-live="off">
      {shown.map(({ startMs, text }) => (
        <p key={startMs} dir="auto">
          {text}
        </p>
      ))}
    </div>
  )
}
