import { useEffect, useEffectEvent } from 'react'
import type { PlayerController } from './player-controller.ts'

type Context = {
  controller: PlayerController
  /** The element whose sound is heard. */
  media: HTMLMediaElement
  length: number
  toggleFullscreen: () => void
  showHelp?: (() => void) | undefined
}
type KeyEvent = {
  key: string
  target: EventTarget | null
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

const SKIP_SECONDS = 5
const LARGE_STEP_FRAMES = 10

/**
 * The action of a key in the player, if any. A focused button keeps its space bar, and a slider
 * other than the seek bar (the volume) its arrows.
 */
export function shortcutFor(
  { key, target, ctrlKey, metaKey, altKey, shiftKey }: KeyEvent,
  { controller, media, length, toggleFullscreen, showHelp }: Context,
): (() => void) | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const skip = (seconds: number) => () =>
    controller.seek(Math.min(length, controller.currentTime() + seconds))
  if (target instanceof HTMLInputElement && ['text', 'number'].includes(target.type))
    return undefined
  const isOtherInput = target instanceof HTMLInputElement && target.dataset.seekBar === undefined
  const shortcuts: Record<string, (() => void) | undefined> = {
    ' ': target instanceof HTMLButtonElement ? undefined : controller.toggle,
    k: controller.pause,
    j: () => controller.shuttle(-1),
    l: () => controller.shuttle(1),
    ',': () => controller.step(-1),
    '.': () => controller.step(1),
    'Shift+m': () => {
      media.muted = !media.muted
    },
    f: toggleFullscreen,
    '?': showHelp,
    ...(!isOtherInput && {
      ArrowLeft: () => controller.step(-1),
      ArrowRight: () => controller.step(1),
      'Shift+ArrowLeft': () => controller.step(-LARGE_STEP_FRAMES),
      'Shift+ArrowRight': () => controller.step(LARGE_STEP_FRAMES),
      PageDown: skip(-SKIP_SECONDS),
      PageUp: skip(SKIP_SECONDS),
      Home: () => controller.seek(0),
      End: () => controller.seek(length),
    }),
  }
  const isLetter = key.length === 1 && /\p{L}/u.test(key)
  const name = key.length === 1 ? key.toLowerCase() : key
  return shortcuts[shiftKey && (isLetter || key.length > 1) ? `Shift+${name}` : name]
}

/** Runs the action instead of the browser's default for the key. */
export function runShortcut(
  event: { preventDefault: () => void },
  action: (() => void) | undefined,
) {
  if (!action) return
  event.preventDefault()
  action()
}

/** Listens on the whole page, except in fields and dialogs. */
export function useDocumentShortcuts(find: (event: KeyboardEvent) => (() => void) | undefined) {
  const latest = useEffectEvent(find)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      if (
        event.defaultPrevented ||
        (target instanceof Element &&
          target.closest('textarea, select, dialog[open], [role=dialog], input:not([type=range])'))
      )
        return
      runShortcut(event, latest(event))
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
