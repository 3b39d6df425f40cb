import { useRef, useState } from 'react'
import type { Draft } from './comment-draft.ts'
import { spanOf } from './frames.ts'
import { isWorth, MOST_STROKES, strokeOf, type Point, type Stroke } from './strokes.ts'
import type { Thread } from './threads.ts'
import styles from './review-player.module.css'

type Parts = {
  aspect: string
  frame: number
  threads: Thread[]
  chosen: string | undefined
  draft: Draft
  setDraft: (change: (before: Draft) => Draft) => void
  onBegin: () => void
}

const TALL = 1000

/**
 * What is drawn on this frame, over the picture, exactly where it was drawn: a picture of the same
 * shape, fitted in the same way.
 */
export function Drawing({ aspect: said, frame, threads, draft, setDraft, onBegin }: Parts) {
  const surface = useRef<SVGSVGElement>(null)
  // The movement itself, and what of it is shown: a hand is quicker than a page is drawn.
  const moved = useRef<Point[]>([])
  const [path, setPath] = useState<readonly Point[]>([])
  const take = (points: Point[]) => {
    moved.current = points
    setPath(points)
  }
  const [across = 16, down = 9] = said.split(':').map(Number)
  const aspect = across / down
  const strokes = [
    ...threads
      .filter(({ first }) => first.drawing && isAt(first, frame))
      .flatMap(({ first }) => first.drawing ?? []),
    ...draft.drawing,
    ...(draft.tool && isWorth(draft.tool, path)
      ? [strokeOf(draft.tool, draft.colour, path, aspect)]
      : []),
  ]
  const pointOf = ({ clientX, clientY }: React.PointerEvent): Point => {
    const place = new DOMPoint(clientX, clientY).matrixTransform(
      surface.current!.getScreenCTM()!.inverse(),
    )
    return [place.x / (TALL * aspect), place.y / TALL]
  }
  const end = () => {
    const [{ tool }, points] = [draft, moved.current]
    if (tool && isWorth(tool, points))
      setDraft((before) => ({
        ...before,
        drawing: [...before.drawing, strokeOf(tool, before.colour, points, aspect)].slice(
          0,
          MOST_STROKES,
        ),
      }))
    take([])
  }
  const hand = draft.tool && {
    onPointerDown: (event: React.PointerEvent<SVGSVGElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      onBegin()
      take([pointOf(event)])
    },
    onPointerMove: (event: React.PointerEvent) => {
      if (moved.current.length) take([...moved.current, pointOf(event)])
    },
    onPointerUp: end,
    onPointerCancel: () => take([]),
  }
  return (
    <svg
      ref={surface}
      className={styles.drawing}
      viewBox={`0 0 ${TALL * aspect} ${TALL}`}
      data-drawing={draft.tool !== null}
      aria-hidden="true"
      data-testid="drawing"
      {...hand}
    >
      {strokes.map((stroke, index) => (
        <Line key={index} stroke={stroke} aspect={aspect} />
      ))}
    </svg>
  )
}

function isAt(comment: Thread['first'], frame: number): boolean {
  const { first, last } = spanOf(comment)
  return first <= frame && frame <= last
}

function Line({ stroke: { colour, width, points }, aspect }: { stroke: Stroke; aspect: number }) {
  const along = points.map(([x, y]) => `${x * TALL * aspect},${y * TALL}`).join(' ')
  // A press alone is a dot: a line to itself, with round ends.
  return (
    <polyline
      points={points.length === 1 ? `${along} ${along}` : along}
      fill="none"
      stroke={colour}
      strokeWidth={Math.max(3, width * TALL * aspect)}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  )
}
