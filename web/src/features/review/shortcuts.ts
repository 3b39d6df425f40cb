import { useEffect, useEffectEvent } from 'react'
import { runShortcut } from '../player/shortcuts.ts'

type ReviewActions = {
  mayComment: boolean
  markEdge: (edge: 'first' | 'last') => void
  focusField: () => void
  selectAdjacent: (direction: 1 | -1) => void
}

/** The shortcuts of the review, in addition to the player's. */
export function reviewShortcutFor(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  { mayComment, markEdge, focusField, selectAdjacent }: ReviewActions,
): (() => void) | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const shortcuts: Record<string, (() => void) | undefined> = {
    n: () => selectAdjacent(1),
    p: () => selectAdjacent(-1),
    ...(mayComment && { i: () => markEdge('first'), o: () => markEdge('last'), c: focusField }),
  }
  return shortcuts[key.toLowerCase()]
}

/** Listens on the whole page, except in fields and dialogs. */
export function useDocumentShortcuts(
  shortcutFor: (event: KeyboardEvent) => (() => void) | undefined,
) {
  const find = useEffectEvent(shortcutFor)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      if (
        event.defaultPrevented ||
        (target instanceof Element &&
          target.closest('textarea, select, dialog[open], [role=dialog], input:not([type=range])'))
      )
        return
      runShortcut(event, find(event))
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
