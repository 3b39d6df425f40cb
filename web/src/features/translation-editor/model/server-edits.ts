// Step 4, for edits that add, remove or renumber lines: the server makes them, on top of the lines
// as last typed, and its reply becomes a command. Undo is such an edit where lines come or go.
import type { lines } from '@reelay/api/contract'
import type { MergeReply } from './command.ts'
import type { EditorLine } from './draft.ts'
import type { EditorServer } from './editor-server.ts'
import {
  invertStep,
  recordStep,
  undoStep,
  type EditHistory,
  type HistoryStep,
  type LineDelta,
} from './history.ts'
import type { Sender } from './sender.ts'
import type { StoreAccess } from './reducer.ts'
import { planStep, type StepPlan } from './undo-plan.ts'

type Options = StoreAccess & {
  sender: Sender
  server: EditorServer
  now: () => number
  /** Called when a request has ended. */
  onIdle: () => void
}

export function createServerEdits({ getState, dispatch, sender, server, now, onIdle }: Options) {
  const { editLines, addLine, removeLine, isEditing } = createRequests({
    getState,
    dispatch,
    sender,
    server,
    onIdle,
  })
  const record = (changes: readonly LineDelta[]) => ({ step: { changes, at: now() } })
  const pull = createPull({ getState, dispatch, server })

  /** Undoes or redoes a step. A step that fails stays in the history. Returns the line to show. */
  async function takeStep(
    taken: { history: EditHistory; step: HistoryStep } | undefined,
  ): Promise<string | undefined> {
    if (!taken) return undefined
    const plan = planStep(taken.step)
    if (plan.shift) await editLines({ kind: 'shift', ...plan.shift })
    for (const { _id } of plan.remove) await removeLine(_id)
    const newIds = new Map<string, string>()
    for (const { line, input } of plan.add) newIds.set(line._id, (await addLine(input))._id)
    dispatch({ type: 'apply-step', history: taken.history, changes: plan.change, newIds })
    if (plan.change.length) sender.sendSoon()
    const first = firstLine(plan)
    return first && (newIds.get(first) ?? first)
  }

  return {
    pull,
    isEditing,
    takeStep,
    editLines: (edit: lines.LineEdit) =>
      editLines(edit, (reply) => record(deltasOf(getState().lines, reply))),
    addLine: (input: lines.LineInput) =>
      addLine(input, (line) => record([{ before: undefined, after: line }])),
    async removeLine(id: string) {
      const before = getState().lines.find(({ _id }) => _id === id)
      await removeLine(id, () => (before ? record([{ before, after: undefined }]) : {}))
    },
    /** Undoes one step although others followed it: this is a new step of its own. */
    revertStep(step: HistoryStep) {
      const { history } = getState()
      if (step === history.done.at(-1)) return takeStep(undoStep(history))
      const inverse = { ...invertStep(step), groupKey: '', at: now() }
      return takeStep({ history: recordStep(history, inverse), step: inverse })
    },
  }
}

type Recorded = Pick<MergeReply, 'step'>

/** The requests; `record` makes the reply a step of the history. */
function createRequests({ getState, dispatch, sender, server, onIdle }: Omit<Options, 'now'>) {
  let running = 0
  /** Runs `request` when all drafts are saved, and `merge` with its reply. */
  async function afterFlush<T>(request: () => Promise<T>, merge: (reply: T) => void): Promise<T> {
    await sender.flush()
    if (getState().connection === 'offline') throw new TypeError('offline')
    running++
    try {
      const reply = await request()
      merge(reply)
      return reply
    } finally {
      running--
      onIdle()
    }
  }
  // The replies to add and remove have no revision: the stream sends it.
  const merge = (reply: Partial<lines.EditResult>, more: Omit<Partial<MergeReply>, 'reply'>) =>
    dispatch({
      type: 'merge-reply',
      reply: { revision: getState().track.revision, lines: [], removed: [], ...reply },
      isComplete: false,
      ...more,
    })

  return {
    async editLines(edit: lines.LineEdit, record?: (reply: lines.EditResult) => Recorded) {
      return afterFlush(
        () => server.edit(edit),
        (reply) => merge(reply, record?.(reply) ?? {}),
      )
    },
    async addLine(input: lines.LineInput, record?: (line: EditorLine) => Recorded) {
      return afterFlush(
        () => server.add(input),
        (line) => merge({ lines: [line] }, record?.(line) ?? {}),
      )
    },
    async removeLine(id: string, record?: () => Recorded) {
      await afterFlush(
        () => server.remove(id),
        () => merge({ removed: [id] }, { discardRemoved: true, ...record?.() }),
      )
    },
    isEditing: () => running > 0,
  }
}

/** Fetches what others changed; one request at a time. */
function createPull({ getState, dispatch, server }: StoreAccess & Pick<Options, 'server'>) {
  let pulling: Promise<void> | undefined
  const pull = async () => {
    try {
      const reply = await server.pull(getState().track.revision)
      dispatch({ type: 'merge-reply', reply, isComplete: true })
    } catch {
      // The next update or presence beat pulls again.
    }
  }
  return () =>
    (pulling ??= pull().finally(() => {
      pulling = undefined
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
