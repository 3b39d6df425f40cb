// What this page shows on its stage. A review session reads it, and plays it for the leader. Outside
// React, because the session stays while pages come and go.
import { useEffect, useMemo, useSyncExternalStore, type RefObject } from 'react'
import type { reviewsessions } from '@reelay/api/contract'
import type { FilmClock } from './film-clock.ts'
import type { PlayerController } from './player-controller.ts'

type View = reviewsessions.SessionView
export type StageFilm = NonNullable<View['version']> & {
  media: RefObject<HTMLVideoElement | null>
  /** Null for a still image, and until there is a film. */
  controller: PlayerController | null
  clock: FilmClock
}
/** How two versions are shown, and the drawing on the frame. */
export type Arrangement = Pick<View, 'mode' | 'wipe'> & {
  drawing: reviewsessions.ReviewSession['drawing']
}

const PLAIN: Arrangement = { mode: 'side', wipe: 50, drawing: [] }
let films: readonly StageFilm[] = []
let own = PLAIN
let led: Arrangement | null = null
let isForLeader = false
const changeListeners = new Set<() => void>()
const commandListeners = new Set<() => void>()
const notify = () => changeListeners.forEach((listener) => listener())

export const stage = {
  /** A file covers the version of its page. */
  film: (): StageFilm | undefined => films.findLast(({ kind }) => kind === 'file') ?? films.at(-1),
  arrangement: () => own,
  subscribe(listener: () => void): () => void {
    changeListeners.add(listener)
    return () => changeListeners.delete(listener)
  },
  /** The arrangement of the leader, or null to show one's own. */
  show(arrangement: Arrangement | null) {
    led = arrangement
    notify()
  },
  /** Calls back when the person uses the player. */
  onCommand(listener: () => void): () => void {
    commandListeners.add(listener)
    return () => commandListeners.delete(listener)
  },
  /** Runs a command of the leader, not of the person. */
  runForLeader(command: () => void) {
    isForLeader = true
    command()
    isForLeader = false
  },
}

/** The person did something with the stage. */
export function reportCommand() {
  if (!isForLeader) commandListeners.forEach((listener) => listener())
}

/** The controller for the buttons, the keys and the seek bar: each command is reported. */
export function useReportedController(
  controller: PlayerController | null,
  media: RefObject<HTMLMediaElement | null>,
): PlayerController | null {
  return useMemo(() => controller && reportCommands(controller, media), [controller, media])
}

function reportCommands(
  controller: PlayerController,
  media: RefObject<HTMLMediaElement | null>,
): PlayerController {
  const reported =
    <Args extends unknown[], R>(command: (...args: Args) => R) =>
    (...args: Args): R => {
      reportCommand()
      return command(...args)
    }
  return {
    ...controller,
    play: reported(controller.play),
    seek: reported(controller.seek),
    toggle: reported(controller.toggle),
    step: reported(controller.step),
    shuttle: reported(controller.shuttle),
    setSpeed: reported(controller.setSpeed),
    // Pages pause the film when somebody starts to type, also while it stands still.
    pause() {
      if (!media.current?.paused) reportCommand()
      controller.pause()
    },
  }
}

/** Puts a film on the stage while the component is mounted. */
export function useStageFilm({ kind, _id, media, controller, clock }: StageFilm) {
  useEffect(() => {
    const film: StageFilm = { kind, _id, media, controller, clock }
    films = [...films, film]
    notify()
    return () => {
      films = films.filter((one) => one !== film)
      notify()
    }
  }, [kind, _id, media, controller, clock])
}

/** Tells the stage what is drawn and compared; returns what the leader shows instead, if anybody. */
export function useArrangement({ mode, wipe, drawing }: Arrangement): Arrangement | null {
  useEffect(() => {
    own = { mode, wipe, drawing }
    notify()
    return () => {
      own = PLAIN
    }
  }, [mode, wipe, drawing])
  return useSyncExternalStore(stage.subscribe, () => led)
}
