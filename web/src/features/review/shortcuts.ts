import { findAction, type KeyTable } from '../../ui/shortcuts/assigned-keys.ts'
import type { KeyPress } from '../../ui/shortcuts/key-combination.ts'
import { DRAW_TOOLS, type DrawTool } from './strokes.ts'

type ReviewActions = {
  mayComment: boolean
  markEdge: (edge: 'first' | 'last') => void
  focusField: () => void
  selectAdjacent: (direction: 1 | -1) => void
  selectTool: (tool: DrawTool) => void
}

/** In addition to the player's. */
export const REVIEW_SHORTCUTS = {
  comment: ['M'],
  markIn: ['I'],
  markOut: ['O'],
  nextComment: ['N'],
  previousComment: ['P'],
  ...(Object.fromEntries(DRAW_TOOLS.map((tool, index) => [tool, [String(index + 1)]])) as Record<
    DrawTool,
    [string]
  >),
} satisfies KeyTable

export function reviewShortcutFor(
  event: KeyPress,
  { mayComment, markEdge, focusField, selectAdjacent, selectTool }: ReviewActions,
): (() => void) | undefined {
  const action = findAction('review', REVIEW_SHORTCUTS, event)
  if (action === 'nextComment') return () => selectAdjacent(1)
  if (action === 'previousComment') return () => selectAdjacent(-1)
  if (!action || !mayComment) return undefined
  if (action === 'comment') return focusField
  if (action === 'markIn') return () => markEdge('first')
  return action === 'markOut' ? () => markEdge('last') : () => selectTool(action)
}
