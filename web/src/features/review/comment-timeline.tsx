import { useState } from 'react'
import { between, spanOf, type Frames, type Span } from './frames.ts'
import type { Thread } from './threads.ts'
import styles from './review-player.module.css'

type Parts = {
  frames: Frames
  threads: Thread[]
  span: Span | null
  chosen: string | undefined
  choose: (thread: Thread) => void
  onSpan: (span: Span) => void
}

/**
 * The comments along the film. To pull over it marks a range, for which I and O are the keys; the
 * comments themselves stand in the list.
 */
export function Strip({ frames, threads, span, chosen, choose, onSpan }: Parts) {
  const [pulled, setPulled] = useState<Span | null>(null)
  const [from, setFrom] = useState<number | null>(null)
  const [pointed, setPointed] = useState<Thread | null>(null)
  const frameUnder = ({ currentTarget, clientX }: React.PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.max(
      0,
      Math.min(frames.length - 1, Math.floor(((clientX - left) / width) * frames.length)),
    )
  }
  const place = ({ first, last }: Span) => ({
    left: `${(first / frames.length) * 100}%`,
    width: `${((last - first + 1) / frames.length) * 100}%`,
  })
  const end = () => {
    if (pulled && pulled.last > pulled.first) onSpan(pulled)
    setFrom(null)
    setPulled(null)
  }
  const marked = pulled ?? span
  return (
    <div
      className={styles.strip}
      aria-hidden="true"
      data-testid="strip"
      onPointerLeave={() => setPointed(null)}
      onPointerDown={(event) => {
        if (event.target !== event.currentTarget) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setFrom(frameUnder(event))
      }}
      onPointerMove={(event) => {
        if (from !== null) setPulled(between(from, frameUnder(event)))
      }}
      onPointerUp={end}
      onPointerCancel={() => {
        setFrom(null)
        setPulled(null)
      }}
    >
      {marked && <span className={styles.marked} style={place(marked)} />}
      {threads.map((thread) => (
        <span
          key={thread.first._id}
          className={styles.mark}
          style={place(spanOf(thread.first))}
          data-chosen={thread.first._id === chosen}
          data-resolved={thread.first.resolved !== null}
          onPointerEnter={() => setPointed(thread)}
          onClick={() => choose(thread)}
        />
      ))}
      {pointed && (
        <span
          className={styles.glance}
          style={
            { '--at': (spanOf(pointed.first).first + 0.5) / frames.length } as React.CSSProperties
          }
          dir="auto"
        >
          <b>{pointed.first.from.name}</b> {pointed.first.text}
        </span>
      )}
    </div>
  )
}
