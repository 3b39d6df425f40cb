import type { PlayerController } from './player-controller.ts'

type Parts = {
  deck: PlayerController
  /** Whose sound is heard. */ media: HTMLMediaElement
  length: number
  showWhole: () => void
  showHelp?: (() => void) | undefined
}
type Pressed = {
  key: string
  target: EventTarget
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

const LEAP = 5
const LONG_LEAP = 30

/**
 * What a key does in the player, if anything. A button keeps its space bar, a slider of its own
 * (the volume) its arrows.
 */
export function keyOf(
  { key, target, ctrlKey, metaKey, altKey }: Pressed,
  { deck, media, length, showWhole, showHelp }: Parts,
): (() => void) | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const by = (seconds: number) => () => deck.seek(Math.min(length, deck.now() + seconds))
  // What is typed into a field of the player is meant for that.
  if (target instanceof HTMLInputElement && ['text', 'number'].includes(target.type))
    return undefined
  const isElsewhere = target instanceof HTMLInputElement && target.dataset.rail === undefined
  const acts: Record<string, (() => void) | undefined> = {
    ' ': target instanceof HTMLButtonElement ? undefined : deck.toggle,
    k: deck.pause,
    j: () => deck.shuttle(-1),
    l: () => deck.shuttle(1),
    ',': () => deck.step(-1),
    '.': () => deck.step(1),
    m: () => {
      media.muted = !media.muted
    },
    f: showWhole,
    '?': showHelp,
    ...(!isElsewhere && {
      ArrowLeft: by(-LEAP),
      ArrowRight: by(LEAP),
      PageDown: by(-LONG_LEAP),
      PageUp: by(LONG_LEAP),
      Home: () => deck.seek(0),
      End: () => deck.seek(length),
    }),
  }
  return acts[key.length === 1 ? key.toLowerCase() : key]
}

/** What a key does, in place of what the browser would do with it. */
export function press(event: { preventDefault: () => void }, act: (() => void) | undefined) {
  if (!act) return
  event.preventDefault()
  act()
}
