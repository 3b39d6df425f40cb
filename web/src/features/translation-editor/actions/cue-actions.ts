import { frameToMs, msToFrame } from '@reelay/subtitles'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import type { EditorActions } from '../editor-context.ts'
import { createCueing, type CuedTimes } from '../model/cueing.ts'
import { timesOf, type ActionContext } from './action-context.ts'

type CueActions = Pick<EditorActions, 'pressCueKey' | 'releaseCueKey' | 'isCueing' | 'endCueing'>

/** A line that has no end yet is shown this long. */
const OPEN_MS = 1_000

/** Sets times while the film plays, line after line. */
export function createCueActions(
  { latest, t, lineOf, indexOf, isEditable }: ActionContext,
  setTimes: EditorActions['setTimes'],
): CueActions {
  const cueing = createCueing()
  let isCueing = false
  /** The next line gets the focus if the text of this one has it. */
  let isInText = false

  const playheadMs = () => {
    const ms = latest().player.current?.timeMs()
    const { rate } = latest().rules
    return ms === undefined ? undefined : frameToMs(msToFrame(ms, rate), rate)
  }

  function apply({ line, startMs, stopMs }: CuedTimes) {
    if (stopMs === undefined) {
      const { stop } = timesOf(lineOf(line))
      setTimes(line, startMs, stop > startMs ? stop : startMs + OPEN_MS)
      return
    }
    setTimes(line, startMs, stopMs)
    const next = latest().lines[indexOf(line) + 1]
    if (next) latest().select(next._id, isInText)
  }

  return {
    pressCueKey(line, inText) {
      if (!isEditable()) return
      const ms = playheadMs()
      if (ms === undefined) return showToast(t('noFilm'))
      isInText = inText
      isCueing = latest().player.current?.isPlaying() ?? false
      apply(cueing.press({ line, ms, now: performance.now() }))
    },
    releaseCueKey() {
      const ms = playheadMs()
      const times = ms === undefined ? undefined : cueing.release({ ms, now: performance.now() })
      if (times) apply(times)
    },
    isCueing: () => isCueing,
    endCueing() {
      isCueing = false
    },
  }
}
