import type { Edge } from './snap.ts'
import type { TimelineActions } from './timeline-actions.ts'

type KeyEvent = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/**
 * The timeline's shortcuts, in addition to the player's. I and O do the same as the brackets, which
 * need AltGr on many keyboards.
 */
export function timelineShortcutFor(
  { key, ctrlKey, metaKey, altKey }: KeyEvent,
  actions: TimelineActions,
): (() => void) | undefined {
  const setEdge = (edge: 'start' | 'stop') => actions.setEdge && (() => actions.setEdge!(edge))
  const nudge = (edge: Edge, frames: number) =>
    actions.nudge && (() => actions.nudge!(edge, frames))
  // Before the modifiers are checked: browsers report AltGr as Ctrl and Alt.
  if (key === '[') return setEdge('start')
  if (key === ']') return setEdge('stop')
  if (ctrlKey || metaKey || altKey) return undefined
  const shortcuts: Record<string, (() => void) | undefined> = {
    i: setEdge('start'),
    o: setEdge('stop'),
    q: nudge('start', -1),
    w: nudge('start', 1),
    e: nudge('stop', -1),
    r: nudge('stop', 1),
    a: nudge('both', -1),
    s: nudge('both', 1),
    n: actions.addLine,
    p: actions.playSelected,
    '+': actions.zoomIn,
    '=': actions.zoomIn,
    '-': actions.zoomOut,
    '0': actions.zoomToFit,
    ArrowUp: () => actions.selectAdjacent(-1),
    ArrowDown: () => actions.selectAdjacent(1),
  }
  return shortcuts[key.length === 1 ? key.toLowerCase() : key]
}
