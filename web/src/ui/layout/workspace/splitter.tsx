import { useTranslation } from '../../../i18n/i18n.ts'
import { maxRail, MIN_RAIL, type RailWidth } from './rail-width.ts'
import styles from './workspace.module.css'

const STEP = 16
const LARGE_STEP = 96

/** Dragging or the arrow keys resize the rail; a double click resets it. */
export function Splitter({ rail: { width, set, reset } }: { rail: RailWidth }) {
  const { t } = useTranslation()
  const onPointerMove = (event: React.PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { left, right } = event.currentTarget.parentElement!.getBoundingClientRect()
    set(isRightToLeft(event.currentTarget) ? event.clientX - left : right - event.clientX)
  }
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    const step = event.shiftKey ? LARGE_STEP : STEP
    const towardsLeft = isRightToLeft(event.currentTarget) ? -step : step
    const widths: Record<string, number> = {
      ArrowLeft: width + towardsLeft,
      ArrowRight: width - towardsLeft,
      Home: MIN_RAIL,
      End: maxRail(innerWidth),
    }
    const next = widths[event.key]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    set(next)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={styles.splitter}
      role="separator"
      // A separator with a value is a widget that takes the focus.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('workspace.resize')}
      title={t('workspace.resize')}
      aria-valuenow={width}
      aria-valuemin={MIN_RAIL}
      aria-valuemax={maxRail(innerWidth)}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={reset}
      onKeyDown={onKeyDown}
    />
  )
}

const isRightToLeft = (element: Element) => getComputedStyle(element).direction === 'rtl'
