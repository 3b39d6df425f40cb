import { formatTimecode } from '@reelay/subtitles'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import type { EditorActions } from '../editor-context.ts'
import { charactersBefore } from '../lines/field-text.ts'
import { timesOf, type ActionContext } from './action-context.ts'

type StructureActions = Pick<EditorActions, 'split' | 'merge' | 'add' | 'remove' | 'shift'>

const NEW_LINE_MS = 2_000
const MIN_LINE_MS = 200

/** Changes which lines there are. All of these need the server. */
export function createStructureActions(context: ActionContext): StructureActions {
  const { store, latest, t, indexOf, lineOf, request } = context
  return {
    split(id, text, caret) {
      const after = charactersBefore(text, caret)
      if (after < 1) return showToast(t('placeCaret'))
      const { start, stop } = timesOf(lineOf(id))
      const playheadMs = latest().player.current?.timeMs()
      const isInside = playheadMs !== undefined && playheadMs > start && playheadMs < stop
      const at = isInside ? { at: formatTimecode(Math.round(playheadMs)) } : {}
      const split = async () => {
        const { lines } = await store.editLines({ kind: 'split', line: id, after, ...at })
        return lines.at(-1)?._id
      }
      void request(split, t('split'))
    },
    merge(id) {
      const next = latest().lines[indexOf(id) + 1]
      if (!next) return
      const merge = async () => {
        const { lines } = await store.editLines({ kind: 'merge', lines: [id, next._id] })
        return lines[0]?._id
      }
      void request(merge, t('merged'))
    },
    add(startMs, stopMs) {
      const { lines, selected, player } = latest()
      const previous = selected === undefined ? undefined : lineOf(selected)
      const start = Math.round(
        startMs ?? player.current?.timeMs() ?? (previous ? timesOf(previous).stop : 0),
      )
      const nextStart = lines.map(timesOf).find((other) => other.start > start)?.start ?? Infinity
      const defaultStop = Math.max(start + MIN_LINE_MS, Math.min(start + NEW_LINE_MS, nextStart))
      const stop = Math.round(stopMs ?? defaultStop)
      const times = { startTime: formatTimecode(start), stopTime: formatTimecode(stop) }
      void request(async () => (await store.addLine({ ...times, text: '' }))._id)
    },
    remove(id) {
      const { lines } = latest()
      const neighbour = lines[indexOf(id) + 1] ?? lines[indexOf(id) - 1]
      const remove = async () => {
        await store.removeLine(id)
        return neighbour?._id
      }
      void request(remove, t('removed'))
    },
    shift(fromId, byMs) {
      const shift = async () => {
        await store.editLines({ kind: 'shift', from: fromId, by: byMs })
        return undefined
      }
      void request(shift, t('shifted'))
    },
  }
}
