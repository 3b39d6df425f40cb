import { findAction, type KeyTable } from '../../../ui/shortcuts/assigned-keys.ts'
import type { KeyPress } from '../../../ui/shortcuts/key-combination.ts'
import type { Edge } from './snap.ts'
import type { TimelineActions } from './timeline-actions.ts'

/**
 * In addition to the player's. I and O do the same as the brackets, which need AltGr on many
 * keyboards.
 */
export const TIMELINE_SHORTCUTS = {
  setIn: ['I', '['],
  setOut: ['O', ']'],
  inEarlier: ['Q'],
  inLater: ['W'],
  outEarlier: ['E'],
  outLater: ['R'],
  bothEarlier: ['A'],
  bothLater: ['S'],
  add: ['N'],
  play: ['P'],
  zoomIn: ['Plus', '='],
  zoomOut: ['-'],
  zoomToFit: ['0'],
  previous: ['ArrowUp'],
  next: ['ArrowDown'],
} as const satisfies KeyTable

export function timelineShortcutFor(
  event: KeyPress,
  actions: TimelineActions,
): (() => void) | undefined {
  const action = findAction('timeline', TIMELINE_SHORTCUTS, event)
  if (!action) return undefined
  const setEdge = (edge: 'start' | 'stop') => actions.setEdge && (() => actions.setEdge!(edge))
  const nudge = (edge: Edge, frames: number) =>
    actions.nudge && (() => actions.nudge!(edge, frames))
  const shortcuts: Record<typeof action, (() => void) | undefined> = {
    setIn: setEdge('start'),
    setOut: setEdge('stop'),
    inEarlier: nudge('start', -1),
    inLater: nudge('start', 1),
    outEarlier: nudge('stop', -1),
    outLater: nudge('stop', 1),
    bothEarlier: nudge('both', -1),
    bothLater: nudge('both', 1),
    add: actions.addLine,
    play: actions.playSelected,
    zoomIn: actions.zoomIn,
    zoomOut: actions.zoomOut,
    zoomToFit: actions.zoomToFit,
    previous: () => actions.selectAdjacent(-1),
    next: () => actions.selectAdjacent(1),
  }
  return shortcuts[action]
}
