// Step 4, for edits that the server makes: adding, removing and renumbering lines. They are steps of
// the history, and so is undo, which adds and removes lines itself.
import type { lines } from '@reelay/api/contract'
import type { EditorLine } from './draft.ts'
import {
  invertStep,
  recordStep,
  undoStep,
  type EditHistory,
  type HistoryStep,
  type LineDelta,
} from './history.ts'
import { createLineRequests, type LineRequestOptions } from './line-requests.ts'
import { planStep, type StepPlan } from './undo-plan.ts'

export function createServerEdits(options: LineRequestOptions) {
  const { getState, dispatch, sender, now } = options
  const { sendEdit, sendAdd, sendRemove, isRunning } = createLineRequests(options)

  /** Undoes or redoes a step. A step that fails stays in the history. Returns the line to show. */
  async function applyStep(
    next: { history: EditHistory; step: HistoryStep } | undefined,
  ): Promise<string | undefined> {
    if (!next) return undefined
    const plan = planStep(next.step)
    if (plan.shift) await sendEdit({ kind: 'shift', ...plan.shift })
    for (const { _id } of plan.remove) await sendRemove(_id)
    const newIds = new Map<string, string>()
    for (const { line, input } of plan.add) newIds.set(line._id, (await sendAdd(input))._id)
    dispatch({ type: 'apply-step', history: next.history, changes: plan.change, newIds })
    if (plan.change.length) sender.sendSoon()
    const first = firstLine(plan)
    return first && (newIds.get(first) ?? first)
  }

  return {
    fetchChanges: createFetchChanges(options),
    isEditing: isRunning,
    applyStep,
    editLines: (edit: lines.LineEdit) =>
      sendEdit(edit, (reply) => deltasOf(getState().lines, reply)),
    addLine: (input: lines.LineInput) =>
      sendAdd(input, (line) => [{ before: undefined, after: line }]),
    async removeLine(id: string) {
      const before = getState().lines.find(({ _id }) => _id === id)
      await sendRemove(id, before && [{ before, after: undefined }])
    },
    /** Undoes one step although others followed it: this is a new step of its own. */
    revertStep(step: HistoryStep) {
      const { history } = getState()
      if (step === history.done.at(-1)) return applyStep(undoStep(history))
      const inverse = { ...invertStep(step), groupKey: '', at: now() }
      return applyStep({ history: recordStep(history, inverse), step: inverse })
    },
  }
}

/** Fetches what others changed; one request at a time. */
function createFetchChanges({ getState, dispatch, server }: LineRequestOptions) {
  let running: Promise<void> | undefined
  const fetchChanges = async () => {
    try {
      const reply = await server.fetchChanges(getState().track.revision)
      dispatch({ type: 'merge-reply', reply, isComplete: true })
    } catch {
      // The next update or presence beat fetches again.
    }
  }
  return () =>
    (running ??= fetchChanges().finally(() => {
      running = undefined
    }))
}

function deltasOf(shown: readonly EditorLine[], { lines, removed }: lines.EditResult): LineDelta[] {
  const before = new Map(shown.map((line) => [line._id, line]))
  return [
    ...lines.map((after) => ({ before: before.get(after._id), after })),
    ...removed.map((id) => ({ before: before.get(id), after: undefined })),
  ]
}

const firstLine = ({ change, add, shift }: StepPlan): string | undefined =>
  change[0]?.id ?? add[0]?.line._id ?? shift?.lines[0]
