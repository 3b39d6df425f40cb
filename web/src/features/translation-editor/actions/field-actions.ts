import { formatTimecode, frameToMs, msToFrame } from '@reelay/subtitles'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { checkSome, fixFor } from '../checks/checks.ts'
import type { EditorActions } from '../editor-context.ts'
import { isUnconfirmed } from '../model/draft.ts'
import { timesOf, type ActionContext } from './action-context.ts'

type FieldActions = Pick<
  EditorActions,
  'fix' | 'confirm' | 'setText' | 'replaceText' | 'setTimes' | 'nudge' | 'setEdgeToPlayhead'
>

/** Changes the text or the times of one line. */
export function createFieldActions(context: ActionContext): FieldActions {
  const { store, latest, t, lineOf, isEditable, undoAction } = context

  function setTimes(id: string, startMs: number, stopMs: number) {
    if (!isEditable() || startMs < 0 || startMs >= stopMs) return
    const fields = {
      startTime: formatTimecode(Math.round(startMs)),
      stopTime: formatTimecode(Math.round(stopMs)),
    }
    store.changeLines([{ id, fields }], `${id} time`)
  }

  function setEdge(id: string, edge: 'start' | 'stop', ms: number) {
    const { start, stop } = timesOf(lineOf(id))
    setTimes(id, edge === 'start' ? ms : start, edge === 'stop' ? ms : stop)
  }

  return {
    setTimes,
    nudge(id, edge, frames) {
      const { rate } = latest().rules
      const frame = msToFrame(timesOf(lineOf(id))[edge], rate)
      setEdge(id, edge, frameToMs(frame + frames, rate))
    },
    setEdgeToPlayhead(id, edge) {
      const playheadMs = latest().player.current?.timeMs()
      if (playheadMs === undefined) showToast(t('noFilm'))
      else setEdge(id, edge, playheadMs)
    },
    setText(id, text) {
      if (isEditable()) store.changeLines([{ id, fields: { text, machine: false } }], `${id} text`)
    },
    replaceText(id, text) {
      if (!isEditable()) return
      latest().focusRequest.current = id
      // A person chose this text, wherever it comes from.
      store.changeLines([{ id, fields: { text, machine: false } }])
    },
    confirm(ids) {
      if (!isEditable()) return
      const unconfirmed = ids.filter((id) => {
        const line = lineOf(id)
        return line !== undefined && isUnconfirmed(line)
      })
      if (unconfirmed.length === 0) return showToast(t('nothingToConfirm'))
      store.changeLines(unconfirmed.map((id) => ({ id, fields: { machine: false } })))
      showToast(t('confirmed', { count: unconfirmed.length }), { action: undoAction() })
    },
    fix(id, finding) {
      if (!isEditable()) return
      // Check again: the shown finding may be a few letters old, and its fix would remove them.
      const { findings, rules } = latest()
      const current = checkSome(findings, store.getState().lines, new Set([id]), rules).get(id)
      const chosen = finding ? current?.find(({ rule }) => rule === finding.rule) : fixFor(current)
      if (!chosen?.fix) return showToast(t('noFix'))
      const { text, start, stop } = chosen.fix
      const fields = {
        ...(text !== undefined && { text }),
        ...(start !== undefined && { startTime: formatTimecode(start) }),
        ...(stop !== undefined && { stopTime: formatTimecode(stop) }),
      }
      store.changeLines([{ id, fields }])
      showToast(t('fixed'), { action: undoAction() })
    },
  }
}
