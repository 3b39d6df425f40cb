import { useMemo, useRef } from 'react'
import { type translations } from '@reelay/api/contract'
import { formatTimecode, frameToMs, msToFrame, parseTimecode } from '@reelay/subtitles'
import { getFixedT } from '../../i18n/i18n.ts'
import type { TimelinePlayer } from './timeline/timeline-props.ts'
import { checkSome, fixFor, type Findings } from './checks/checks.ts'
import type { Line } from './model/draft.ts'
import type { EditorStore } from './model/store.ts'
import { charactersBefore } from './lines/field-text.ts'
import { explainError } from '../../ui/feedback/explain-error.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'
import type { EditorActions, EditorContext } from './editor-context.ts'

/** A new line stands for as long as most do. */
const NEW_LINE_MS = 2_000

type ActionContext = {
  lines: readonly Line[]
  findings: Findings
  selected: string | undefined
  readOnly: boolean
  rules: translations.CheckRules
  deck: React.RefObject<TimelinePlayer | null>
  select: EditorContext['select']
}

/** Made once for a store: what they need of the moment they read from the last drawing. */
export function useEditorActions(store: EditorStore, now: ActionContext): EditorActions {
  const latest = useRef(now)
  latest.current = now
  return useMemo(() => createEditorActions(store, () => latest.current), [store])
}

function createEditorActions(store: EditorStore, now: () => ActionContext): EditorActions {
  // In the language of the moment it is said in.
  const t = getFixedT(['translation-editor', 'common'])
  const at = (id: string | undefined) => now().lines.findIndex(({ _id }) => _id === id)
  const line = (id: string) => now().lines[at(id)]
  const open = () => !now().readOnly
  const undo = () => {
    const step = store.lastStep()
    return {
      name: t('common:undo'),
      run: () => {
        if (step) void ask(() => store.revertStep(step))
      },
    }
  }

  /** What needs the service: a refusal is said, and what was typed stays. */
  async function ask(work: () => Promise<string | undefined>, said?: string) {
    if (!open()) return
    try {
      const then = await work()
      if (then) now().select(then, true)
      if (said) showToast(said, { action: undo() })
    } catch (error) {
      if (error instanceof TypeError) return showToast(t('needsConnection'), { tone: 'bad' })
      const { title, advice } = explainError(error as Error)
      showToast(`${title}: ${advice}`, { tone: 'bad' })
    }
  }

  const acts: EditorActions = {
    selectByOffset(by) {
      const { lines, selected, select } = now()
      const place = Math.max(
        0,
        Math.min(lines.length - 1, selected === undefined ? 0 : at(selected) + by),
      )
      if (lines[place]) select(lines[place]._id, true)
    },
    selectFinding(by) {
      const { lines, findings, selected, select } = now()
      const from = at(selected)
      const order =
        by > 0
          ? [...lines.slice(from + 1), ...lines.slice(0, from + 1)]
          : [
              ...lines.slice(0, Math.max(from, 0)).toReversed(),
              ...lines.slice(Math.max(from, 0)).toReversed(),
            ]
      const found = order.find(({ _id }) => findings.has(_id))
      if (found) select(found._id, true)
      else showToast(t('noFindings'))
    },
    selectUntranslated() {
      const { lines, selected, select } = now()
      const from = at(selected)
      const found = [...lines.slice(from + 1), ...lines.slice(0, from + 1)].find(
        ({ text, source }) => !text && source,
      )
      if (found) select(found._id, true)
      else showToast(t('allTranslated'))
    },
    fix(id, finding) {
      if (!open()) return
      // Found anew: what is shown may be a few letters old, and its fix would take them away.
      const { findings, rules } = now()
      const found = checkSome(findings, store.getState().lines, new Set([id]), rules).get(id)
      const { fix } =
        (finding ? found?.find(({ rule }) => rule === finding.rule) : fixFor(found)) ?? {}
      if (!fix) return showToast(t('noFix'))
      const { text, start, stop } = fix
      store.changeLines([
        {
          id,
          fields: {
            ...(text !== undefined && { text }),
            ...(start !== undefined && { startTime: formatTimecode(start) }),
            ...(stop !== undefined && { stopTime: formatTimecode(stop) }),
          },
        },
      ])
      showToast(t('fixed'), { action: undo() })
    },
    split(id, typed, caret) {
      const [after, { start, stop }] = [charactersBefore(typed, caret), times(line(id))]
      const playhead = now().deck.current?.timeMs()
      const inside = playhead !== undefined && playhead > start && playhead < stop
      if (after < 1) return showToast(t('placeCaret'))
      void ask(
        async () =>
          (
            await store.editLines({
              kind: 'split',
              line: id,
              after,
              ...(inside && { at: formatTimecode(Math.round(playhead)) }),
            })
          ).lines.at(-1)?._id,
        t('split'),
      )
    },
    merge(id) {
      const next = now().lines[at(id) + 1]
      if (next)
        void ask(
          async () =>
            (await store.editLines({ kind: 'merge', lines: [id, next._id] })).lines[0]?._id,
          t('merged'),
        )
    },
    add(startMs, stopMs) {
      const { lines, selected, deck } = now()
      const before = selected === undefined ? undefined : line(selected)
      const start = Math.round(
        startMs ?? deck.current?.timeMs() ?? (before ? times(before).stop : 0),
      )
      const next = lines.map(times).find((other) => other.start > start)?.start ?? Infinity
      const stop = Math.round(stopMs ?? Math.max(start + 200, Math.min(start + NEW_LINE_MS, next)))
      void ask(
        async () =>
          (
            await store.addLine({
              startTime: formatTimecode(start),
              stopTime: formatTimecode(stop),
              text: '',
            })
          )._id,
      )
    },
    remove(id) {
      const { lines } = now()
      const neighbour = lines[at(id) + 1] ?? lines[at(id) - 1]
      void ask(async () => {
        await store.removeLine(id)
        return neighbour?._id
      }, t('removed'))
    },
    shift: (from, by) =>
      void ask(async () => {
        await store.editLines({ kind: 'shift', from, by })
        return undefined
      }, t('shifted')),
    setTimes(id, startMs, stopMs) {
      if (open() && startMs >= 0 && startMs < stopMs)
        store.changeLines(
          [
            {
              id,
              fields: {
                startTime: formatTimecode(Math.round(startMs)),
                stopTime: formatTimecode(Math.round(stopMs)),
              },
            },
          ],
          `${id} time`,
        )
    },
    nudge(id, edge, frames) {
      const { rate } = now().rules
      const own = times(line(id))
      const to = frameToMs(msToFrame(own[edge], rate) + frames, rate)
      acts.setTimes(id, edge === 'start' ? to : own.start, edge === 'stop' ? to : own.stop)
    },
    setEdgeToPlayhead(id, edge) {
      const playhead = now().deck.current?.timeMs()
      const own = times(line(id))
      if (playhead === undefined) return showToast(t('noFilm'))
      acts.setTimes(
        id,
        edge === 'start' ? playhead : own.start,
        edge === 'stop' ? playhead : own.stop,
      )
    },
    setText(id, text, { machine = false, key = '' } = {}) {
      if (open()) store.changeLines([{ id, fields: { text, machine } }], key)
    },
    undo: () => void ask(() => store.undo()),
    redo: () => void ask(() => store.redo()),
    showDone: (text) => showToast(text, { action: undo() }),
  }
  return acts
}

const times = (line: Line | undefined) => ({
  start: parseTimecode(line?.startTime ?? '00:00:00,000'),
  stop: parseTimecode(line?.stopTime ?? '00:00:00,000'),
})
