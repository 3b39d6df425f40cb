import type { PlayerController } from './player-controller.ts'

type Context = {
  controller: PlayerController
  /** Whose sound is heard. */ media: HTMLMediaElement
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
 * What a key does in the player, if anything. A button keeps its space bar, a slider of its own
 * (the volume) its arrows.
 */
export function shortcutFor(
  { key, target, ctrlKey, metaKey, altKey }: KeyEvent,
  { controller, media, length, toggleFullscreen, showHelp }: Context,
): (() => void) | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const by = (seconds: number) => () =>
    controller.seek(Math.min(length, controller.now() + seconds))
  // What is typed into a field of the player is meant for that.
  if (target instanceof HTMLInputElement && ['text', 'number'].includes(target.type))
    return undefined
  const isElsewhere = target instanceof HTMLInputElement && target.dataset.seekBar === undefined
  const acts: Record<string, (() => void) | undefined> = {
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
    ...(!isElsewhere && {
      ArrowLeft: by(-SKIP_SECONDS),
      ArrowRight: by(SKIP_SECONDS),
      PageDown: by(-LONG_SKIP_SECONDS),
      PageUp: by(LONG_SKIP_SECONDS),
      Home: () => controller.seek(0),
      End: () => controller.seek(length),
    }),
  }
  return acts[key.length === 1 ? key.toLowerCase() : key]
}

/** What a key does, in place of what the browser would do with it. */
export function runShortcut(event: { preventDefault: () => void }, act: (() => void) | undefined) {
  if (!act) return
  event.preventDefault()
  act()
}
