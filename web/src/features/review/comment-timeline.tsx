import { useState } from 'react'
import type { FilmClock } from '../player/film-clock.ts'
import { isShown, spanBetween, spanOf, type FrameSpan } from './spans.ts'
import type { Thread } from './threads.ts'
import styles from './review-stage.module.css'

type Props = {
  clock: FilmClock
  threads: Thread[]
  span: FrameSpan | null
  selected: string | undefined
  select: (thread: Thread) => void
  onSpan: (span: FrameSpan) => void
}

/**
 * The comments along the film. Dragging marks a range, as the shortcuts I and O do. It is hidden
 * from screen readers: the comments are in the list.
 */
export function CommentTimeline({ clock, threads, span, selected, select, onSpan }: Props) {
  const [dragged, setDragged] = useState<FrameSpan | null>(null)
  const [dragStart, setDragStart] = useState<number | null>(null)
  const [hovered, setHovered] = useState<Thread | null>(null)
  const frameUnder = ({ currentTarget, clientX }: React.PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.max(
      0,
      Math.min(clock.length - 1, Math.floor(((clientX - left) / width) * clock.length)),
    )
  }
  const positionOf = ({ first, last }: FrameSpan) => ({
    left: `${(first / clock.length) * 100}%`,
    width: `${((last - first + 1) / clock.length) * 100}%`,
  })
  const end = () => {
    if (dragged && dragged.last > dragged.first) onSpan(dragged)
    setDragStart(null)
    setDragged(null)
  }
  const range = dragged ?? span
  return (
    <div
      className={styles.timeline}
      aria-hidden="true"
      data-testid="comment-timeline"
      onPointerLeave={() => setHovered(null)}
      onPointerDown={(event) => {
        if (event.target !== event.currentTarget) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragStart(frameUnder(event))
      }}
      onPointerMove={(event) => {
        if (dragStart !== null) setDragged(spanBetween(dragStart, frameUnder(event)))
      }}
      onPointerUp={end}
      onPointerCancel={() => {
        setDragStart(null)
        setDragged(null)
      }}
    >
      {range && <span className={styles.range} style={positionOf(range)} />}
      {threads
        .filter(({ first }) => isShown(first))
        .map((thread) => (
          <span
            key={thread.first._id}
            className={styles.marker}
            style={positionOf(spanOf(thread.first))}
            data-selected={thread.first._id === selected}
            data-resolved={thread.first.resolved !== null}
            onPointerEnter={() => setHovered(thread)}
            onClick={() => select(thread)}
          />
        ))}
      {hovered && (
        <span
          className={styles.preview}
          style={
            {
              '--position': (spanOf(hovered.first).first + 0.5) / clock.length,
            } as React.CSSProperties
          }
          dir="auto"
        >
          <b>{hovered.first.from.name}</b> {hovered.first.text}
        </span>
      )}
    </div>
  )
}
