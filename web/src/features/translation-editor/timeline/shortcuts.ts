import type { PlayerController as Machine } from '../../player/player-controller.ts'
import type { Edge } from './snap.ts'

export type Doing = {
  machine: Machine
  /** The chosen line, where one is chosen and may be moved. */
  nudge: ((edge: Edge, frames: number) => void) | undefined
  setTo: ((edge: 'start' | 'stop') => void) | undefined
  playChosen: (() => void) | undefined
  add: (() => void) | undefined
  step: (lines: 1 | -1) => void
  closer: () => void
  wider: () => void
  whole: () => void
}

/**
 * Beside those of the player. Brackets need a third key on many keyboards, so that I and O do the
 * same.
 */
export function stageKeyOf(
  {
    key,
    ctrlKey,
    metaKey,
    altKey,
  }: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean },
  doing: Doing,
): (() => void) | undefined {
  // Before the other keys are looked at: where a bracket needs AltGr, browsers say Ctrl and Alt.
  if (key === '[') return doing.setTo && (() => doing.setTo!('start'))
  if (key === ']') return doing.setTo && (() => doing.setTo!('stop'))
  if (ctrlKey || metaKey || altKey) return undefined
  const nudge = (edge: Edge, frames: number) => doing.nudge && (() => doing.nudge!(edge, frames))
  const acts: Record<string, (() => void) | undefined> = {
    i: doing.setTo && (() => doing.setTo!('start')),
    o: doing.setTo && (() => doing.setTo!('stop')),
    q: nudge('start', -1),
    w: nudge('start', 1),
    e: nudge('stop', -1),
    r: nudge('stop', 1),
    a: nudge('both', -1),
    s: nudge('both', 1),
    n: doing.add,
    p: doing.playChosen,
    '+': doing.closer,
    '=': doing.closer,
    '-': doing.wider,
    '0': doing.whole,
    ArrowUp: () => doing.step(-1),
    ArrowDown: () => doing.step(1),
  }
  return acts[key.length === 1 ? key.toLowerCase() : key]
}
