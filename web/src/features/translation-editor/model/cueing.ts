// Cueing on the fly, while the film plays. A key is held from the start of a line to its end, or
// tapped at the start and again at the end.

/** A shorter press is a tap. */
export const HOLD_MS = 300

type OpenCue = { line: string; startMs: number; pressedAt: number }
/** Without an end the line has just begun. */
export type CuedTimes = { line: string; startMs: number; stopMs?: number }

export function createCueing() {
  let cue: OpenCue | undefined

  function finish({ line, startMs }: OpenCue, stopMs: number): CuedTimes {
    cue = undefined
    return { line, startMs, stopMs }
  }

  return {
    /** `ms` is the position of the film, `now` the time of the key. */
    press({ line, ms, now }: { line: string; ms: number; now: number }): CuedTimes {
      // Somebody who has gone back in the film begins again.
      if (cue && ms > cue.startMs) return finish(cue, ms)
      cue = { line, startMs: ms, pressedAt: now }
      return { line, startMs: ms }
    },
    release({ ms, now }: { ms: number; now: number }): CuedTimes | undefined {
      if (!cue || now - cue.pressedAt < HOLD_MS || ms <= cue.startMs) return undefined
      return finish(cue, ms)
    },
  }
}
