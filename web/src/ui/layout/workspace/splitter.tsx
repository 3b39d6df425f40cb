import { useRef } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { PaneSize } from './pane-size.ts'
import styles from './workspace.module.css'

const STEP = 16
const LARGE_STEP = 96

type Props = {
  pane: PaneSize
  /** Where the pane is, seen from the splitter. */
  side: 'before' | 'after' | 'below'
  className?: string | undefined
}

/** Dragging or the arrow keys resize the pane; a double click resets it. */
export function Splitter({ pane: { size, min, max, set, reset }, side, className }: Props) {
  const { t } = useTranslation()
  const dragged = useRef({ from: 0, size: 0 })
  const isBelow = side === 'below'
  const positionOf = (event: React.PointerEvent) => (isBelow ? event.clientY : event.clientX)
  /** 1 if a larger coordinate makes the pane larger. */
  const direction = (element: Element) => {
    const isRightToLeft = getComputedStyle(element).direction === 'rtl'
    return !isBelow && (side === 'before') !== isRightToLeft ? 1 : -1
  }
  const onPointerDown = (event: React.PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    dragged.current = { from: positionOf(event), size }
  }
  const onPointerMove = (event: React.PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const by = positionOf(event) - dragged.current.from
    set(dragged.current.size + by * direction(event.currentTarget))
  }
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    const step = (event.shiftKey ? LARGE_STEP : STEP) * direction(event.currentTarget)
    const sizes: Record<string, number> = {
      [isBelow ? 'ArrowUp' : 'ArrowLeft']: size - step,
      [isBelow ? 'ArrowDown' : 'ArrowRight']: size + step,
      Home: min,
      End: max,
    }
    const next = sizes[event.key]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    set(next)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={`${styles.splitter} ${className ?? ''}`}
      role="separator"
      // A separator with a value is a widget that takes the focus.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-orientation={isBelow ? 'horizontal' : 'vertical'}
      aria-label={t('workspace.resize')}
      title={t('workspace.resize')}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onDoubleClick={reset}
      onKeyDown={onKeyDown}
    />
  )
}
