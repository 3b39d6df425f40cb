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
  target: EventTarget
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

const SKIP_SECONDS = 5
const LONG_SKIP_SECONDS = 30

/**
 * The action of a key in the player, if any. A focused button keeps its space bar, and a slider
 * other than the seek bar (the volume) its arrows.
 */
export function shortcutFor(
  { key, target, ctrlKey, metaKey, altKey }: KeyEvent,
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
    m: () => {
      media.muted = !media.muted
    },
    f: toggleFullscreen,
    '?': showHelp,
    ...(!isOtherInput && {
      ArrowLeft: skip(-SKIP_SECONDS),
      ArrowRight: skip(SKIP_SECONDS),
      PageDown: skip(-LONG_SKIP_SECONDS),
      PageUp: skip(LONG_SKIP_SECONDS),
      Home: () => controller.seek(0),
      End: () => controller.seek(length),
    }),
  }
  return shortcuts[key.length === 1 ? key.toLowerCase() : key]
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
