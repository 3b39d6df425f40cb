import { useRef, useState } from 'react'
import type { CommentDraft } from './comment-draft.ts'
import { isDrawable, MAX_STROKES, createStroke, type Point, type Stroke } from './strokes.ts'
import styles from './review-stage.module.css'

type Props = {
  aspect: string
  /** What was drawn before, and what the leader of a review session draws. */
  strokes: readonly Stroke[]
  draft: CommentDraft
  setDraft: (change: (current: CommentDraft) => CommentDraft) => void
  onStart: () => void
  /** A stroke is finished. */
  onEnd: () => void
}

const VIEW_HEIGHT = 1000

/** The drawings on this frame, as an SVG that is fitted exactly like the picture. */
export function Drawing({
  aspect: aspectRatio,
  strokes: shown,
  draft,
  setDraft,
  onStart,
  onEnd,
}: Props) {
  const surface = useRef<SVGSVGElement>(null)
  // The whole path, and what is rendered of it: pointer events come faster than renders.
  const points = useRef<Point[]>([])
  const [path, setPath] = useState<readonly Point[]>([])
  const updatePath = (next: Point[]) => {
    points.current = next
    setPath(next)
  }
  const [width = 16, height = 9] = aspectRatio.split(':').map(Number)
  const aspect = width / height
  const strokes = [
    ...shown,
    ...draft.drawing,
    ...(draft.tool && isDrawable(draft.tool, path)
      ? [createStroke(draft.tool, draft.colour, path, aspect)]
      : []),
  ]
  const pointOf = ({ clientX, clientY }: React.PointerEvent): Point => {
    const position = new DOMPoint(clientX, clientY).matrixTransform(
      surface.current!.getScreenCTM()!.inverse(),
    )
    return [position.x / (VIEW_HEIGHT * aspect), position.y / VIEW_HEIGHT]
  }
  const end = () => {
    const { tool } = draft
    const drawn = points.current
    updatePath([])
    if (!tool || !isDrawable(tool, drawn)) return
    setDraft((current) => ({
      ...current,
      drawing: [...current.drawing, createStroke(tool, current.colour, drawn, aspect)].slice(
        0,
        MAX_STROKES,
      ),
    }))
    onEnd()
  }
  const handlers = draft.tool && {
    onPointerDown: (event: React.PointerEvent<SVGSVGElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      onStart()
      updatePath([pointOf(event)])
    },
    onPointerMove: (event: React.PointerEvent) => {
      if (points.current.length) updatePath([...points.current, pointOf(event)])
    },
    onPointerUp: end,
    onPointerCancel: () => updatePath([]),
  }
  return (
    <svg
      ref={surface}
      className={styles.drawing}
      viewBox={`0 0 ${VIEW_HEIGHT * aspect} ${VIEW_HEIGHT}`}
      data-drawing={draft.tool !== null}
      aria-hidden="true"
      data-testid="drawing"
      {...handlers}
    >
      {strokes.map((stroke, index) => (
        <StrokeLine key={index} stroke={stroke} aspect={aspect} />
      ))}
    </svg>
  )
}

function StrokeLine({
  stroke: { colour, width, points },
  aspect,
}: {
  stroke: Stroke
  aspect: number
}) {
  const path = points.map(([x, y]) => `${x * VIEW_HEIGHT * aspect},${y * VIEW_HEIGHT}`).join(' ')
  // A single point is drawn as a dot: a line to itself with round ends.
  return (
    <polyline
      points={points.length === 1 ? `${path} ${path}` : path}
      fill="none"
      stroke={colour}
      strokeWidth={Math.max(3, width * VIEW_HEIGHT * aspect)}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  )
}
