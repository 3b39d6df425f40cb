import { useEffect, useEffectEvent } from 'react'
import { runShortcut } from '../player/shortcuts.ts'

type Doing = {
  mayComment: boolean
  mark: (edge: 'first' | 'last') => void
  write: () => void
  step: (by: 1 | -1) => void
}

/** Beside those of the player. */
export function reviewKeyOf(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  { mayComment, mark, write, step }: Doing,
): (() => void) | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const acts: Record<string, (() => void) | undefined> = {
    n: () => step(1),
    p: () => step(-1),
    ...(mayComment && { i: () => mark('first'), o: () => mark('last'), c: write }),
  }
  return acts[key.toLowerCase()]
}

/** Wherever the focus is on the page, except where somebody writes or chooses. */
export function useKeys(actOf: (event: KeyboardEvent) => (() => void) | undefined) {
  const find = useEffectEvent(actOf)
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
