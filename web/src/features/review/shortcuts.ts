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
  ...(Object.fromEntries(
    DRAW_TOOLS.map((tool, index) => [tool, [`${index + 1}`, `Numpad${index + 1}`]]),
  ) as Record<DrawTool, [string, string]>),
} satisfies KeyTable

export function reviewShortcutFor(
  event: KeyPress,
  { mayComment, markEdge, focusField, selectAdjacent, selectTool }: ReviewActions,
): (() => void) | undefined {
  const action = findAction('review', REVIEW_SHORTCUTS, event)
  if (action === 'nextComment') return () => selectAdjacent(1)
  if (action === 'previousComment') return () => selectAdjacent(-1)
  if (!action || !mayComment) return undefined
  if (action === 'markIn') return () => markEdge('first')
  if (action === 'markOut') return () => markEdge('last')
  return noteShortcutFor(event, { focusField, selectTool })
}

/** The keys of a note on the current frame. */
export function noteShortcutFor(
  event: KeyPress,
  { focusField, selectTool }: Pick<ReviewActions, 'focusField' | 'selectTool'>,
): (() => void) | undefined {
  const action = findAction('review', REVIEW_SHORTCUTS, event)
  if (action === 'comment') return focusField
  const tool = DRAW_TOOLS.find((one) => one === action)
  return tool && (() => selectTool(tool))
}
