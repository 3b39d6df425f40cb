import { useEffect, useEffectEvent } from 'react'
import { findAction, type KeyTable } from '../../ui/shortcuts/assigned-keys.ts'
import type { KeyPress } from '../../ui/shortcuts/key-combination.ts'
import type { PlayerController } from './player-controller.ts'

type Context = {
  controller: PlayerController
  /** The element whose sound is heard. */
  media: HTMLMediaElement
  length: number
  toggleFullscreen: () => void
}
const SKIP_SECONDS = 5
const LARGE_STEP_FRAMES = 10

export const PLAYER_SHORTCUTS = {
  toggle: ['Space'],
  reverse: ['J'],
  pause: ['K'],
  forward: ['L'],
  previousFrame: ['ArrowLeft', ','],
  nextFrame: ['ArrowRight', '.'],
  tenFramesBack: ['Shift+ArrowLeft'],
  tenFramesForward: ['Shift+ArrowRight'],
  skipBack: ['PageDown'],
  skipForward: ['PageUp'],
  start: ['Home'],
  end: ['End'],
  mute: ['Shift+M'],
  fullscreen: ['F'],
} as const satisfies KeyTable

/** Keys of a slider. */
const SLIDER_KEYS = /^(Arrow|Page|Home$|End$)/

/**
 * The action of a key in the player, if any. A focused button keeps its space bar, and a slider
 * other than the seek bar (the volume) its arrows.
 */
export function shortcutFor(
  event: KeyPress & { target: EventTarget | null },
  context: Context,
): (() => void) | undefined {
  const { target, key } = event
  if (target instanceof HTMLInputElement && ['text', 'number'].includes(target.type))
    return undefined
  const isOtherInput = target instanceof HTMLInputElement && target.dataset.seekBar === undefined
  if (isOtherInput && SLIDER_KEYS.test(key)) return undefined
  if (key === ' ' && target instanceof HTMLButtonElement) return undefined
  const action = findAction('player', PLAYER_SHORTCUTS, event)
  return action && actionsOf(context)[action]
}

function actionsOf({
  controller,
  media,
  length,
  toggleFullscreen,
}: Context): Record<keyof typeof PLAYER_SHORTCUTS, () => void> {
  const skip = (seconds: number) => () =>
    controller.seek(Math.min(length, controller.currentTime() + seconds))
  return {
    toggle: controller.toggle,
    reverse: () => controller.shuttle(-1),
    pause: controller.pause,
    forward: () => controller.shuttle(1),
    previousFrame: () => controller.step(-1),
    nextFrame: () => controller.step(1),
    tenFramesBack: () => controller.step(-LARGE_STEP_FRAMES),
    tenFramesForward: () => controller.step(LARGE_STEP_FRAMES),
    skipBack: skip(-SKIP_SECONDS),
    skipForward: skip(SKIP_SECONDS),
    start: () => controller.seek(0),
    end: () => controller.seek(length),
    mute: () => {
      media.muted = !media.muted
    },
    fullscreen: toggleFullscreen,
  }
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
