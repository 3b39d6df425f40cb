import { DRAW_TOOLS, type DrawTool } from './strokes.ts'

type ReviewActions = {
  mayComment: boolean
  markEdge: (edge: 'first' | 'last') => void
  focusField: () => void
  selectAdjacent: (direction: 1 | -1) => void
  selectTool: (tool: DrawTool) => void
}

/** The shortcuts of the review, in addition to the player's. */
export function reviewShortcutFor(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  { mayComment, markEdge, focusField, selectAdjacent, selectTool }: ReviewActions,
): (() => void) | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const shortcuts: Record<string, (() => void) | undefined> = {
    n: () => selectAdjacent(1),
    p: () => selectAdjacent(-1),
    ...(mayComment && {
      i: () => markEdge('first'),
      o: () => markEdge('last'),
      m: focusField,
      ...Object.fromEntries(DRAW_TOOLS.map((tool, index) => [index + 1, () => selectTool(tool)])),
    }),
  }
  return shortcuts[key.toLowerCase()]
}
