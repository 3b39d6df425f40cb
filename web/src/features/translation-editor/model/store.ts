// One translation while it is open: what is seen, what is kept, what is on its way. React reads it,
// the journal and the service are given to it.
import type { lines } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import type { Draft, Fields, Line } from './draft.ts'
import {
  back,
  forth,
  NOTHING,
  record,
  renamed,
  turned,
  type Change,
  type History,
  type Step,
} from './history.ts'
import type { Journal } from './journal.ts'
import { planOf } from './retrace.ts'
import { afterFailure, afterSuccess, changeOf, nextTo, type Write } from './sender.ts'
import {
  arrive,
  discard,
  restore,
  settle,
  shown,
  type as typeInto,
  type Sheet,
} from './text-track.ts'

export type Remote = {
  write: Write
  pull: (since: number) => Promise<lines.EditResult>
  edit: (edit: lines.LineEdit) => Promise<lines.EditResult>
  add: (line: lines.LineInput) => Promise<Line>
  remove: (line: string) => Promise<void>
}

export type State = {
  sheet: Sheet
  lines: readonly Line[]
  history: History
  /** `idle`: whatever is kept waits for the pause to be over. */
  sending: 'idle' | 'sending' | 'offline'
  locked: boolean
}
export type Store = ReturnType<typeof createStore>

const PAUSE_MS = 600
const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000

export function createStore({
  sheet,
  journal,
  remote,
  now = Date.now,
}: {
  sheet: Sheet
  journal: Journal
  remote: Remote
  now?: () => number
}) {
  let state: State = {
    sheet,
    lines: shown(sheet),
    history: NOTHING,
    sending: 'idle',
    locked: false,
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT_MS
  let flying: Promise<void> | undefined
  let pulling: Promise<void> | undefined
  const listeners = new Set<() => void>()

  function set(next: Partial<State>) {
    if (next.sheet && next.sheet.drafts !== state.sheet.drafts)
      writeDown(journal, state.sheet.drafts, next.sheet.drafts)
    const changed =
      next.sheet &&
      (next.sheet.lines !== state.sheet.lines || next.sheet.drafts !== state.sheet.drafts)
    state = { ...state, ...next, ...(changed && { lines: shown(next.sheet!) }) }
    listeners.forEach((listener) => listener())
  }
  const lineAt = (id: string) => state.lines.find(({ _id }) => _id === id)

  function soon(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  /** Everything that can go, goes; one question at a time. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    return (flying ??= send().finally(() => {
      flying = undefined
    }))
  }

  async function send() {
    for (let rounds = 0; !state.locked && rounds < 50; rounds++) {
      const { sheet: leaving, going } = nextTo(state.sheet)
      if (!going.length) break
      set({ sheet: leaving, sending: state.sending === 'offline' ? 'offline' : 'sending' })
      const outcome = await remote.write(going.map(changeOf)).then(
        (changed) => afterSuccess(state.sheet, going, changed),
        (error: unknown) => afterFailure(state.sheet, going, error),
      )
      set({ sheet: outcome.sheet })
      if (outcome.state === 'offline') return lost()
      if (outcome.state === 'locked') return set({ locked: true, sending: 'idle' })
    }
    wait = FIRST_WAIT_MS
    set({ sending: 'idle' })
  }

  function lost() {
    set({ sending: 'offline' })
    soon(wait)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }

  const pull = () =>
    (pulling ??= remote
      .pull(state.sheet.revision)
      .then((changed) => set({ sheet: arrive(state.sheet, changed, { since: true }) }))
      .catch(() => {
        /* The next beat asks again. */
      })
      .finally(() => {
        pulling = undefined
      }))

  /** `key` says what is typed, so that letter after letter is one step back. */
  function change(changes: readonly { id: string; fields: Fields }[], key = '') {
    const before = changes.map(({ id }) => lineAt(id))
    set({
      sheet: changes.reduce((sheet, { id, fields }) => typeInto(sheet, id, fields), state.sheet),
    })
    const after =
      changes.length > 1 ? new Map(state.lines.map((line) => [line._id, line])) : undefined
    const steps = before.flatMap((line): Change[] => {
      const now_ = line && (after ? after.get(line._id) : lineAt(line._id))
      return line && now_ !== line ? [{ before: line, after: now_ }] : []
    })
    if (steps.length) set({ history: record(state.history, { changes: steps, key, at: now() }) })
    if (state.sending !== 'offline') soon(PAUSE_MS)
  }

  /**
   * What changes which lines there are is the service's to do, over lines as they were last typed.
   */
  async function structure<T>(work: () => Promise<T>): Promise<T> {
    await flush()
    if (state.sending === 'offline') throw new TypeError('offline')
    return work()
  }

  async function edit(asked: lines.LineEdit): Promise<lines.EditResult> {
    const changed = await structure(() => remote.edit(asked))
    const before = new Map(state.lines.map((line) => [line._id, line]))
    set({ sheet: arrive(state.sheet, changed, { since: false }) })
    remember([
      ...changed.lines.map((after) => ({ before: before.get(after._id), after })),
      ...changed.removed.map((id) => ({ before: before.get(id), after: undefined })),
    ])
    return changed
  }

  async function add(line: lines.LineInput): Promise<Line> {
    const added = await structure(() => remote.add(line))
    came(added)
    remember([{ before: undefined, after: added }])
    return added
  }

  async function remove(id: string): Promise<void> {
    const before = lineAt(id)
    await structure(() => remote.remove(id))
    went(id)
    if (before) remember([{ before, after: undefined }])
  }

  const remember = (changes: readonly Change[]) => {
    if (changes.length) set({ history: record(state.history, { changes, key: '', at: now() }) })
  }
  // Neither answer tells the revision, so the next beat finds that there is a newer one and asks
  // what changed.
  const came = (line: Line) =>
    set({
      sheet: arrive(
        state.sheet,
        { revision: state.sheet.revision, lines: [line], removed: [] },
        { since: false },
      ),
    })
  const went = (id: string) =>
    set({
      sheet: discard(
        arrive(
          state.sheet,
          { revision: state.sheet.revision, lines: [], removed: [id] },
          { since: false },
        ),
        id,
      ),
    })

  /** Gives the line to look at. A step that cannot be taken now stays where it was. */
  async function walk(
    taken: { history: History; step: Step } | undefined,
  ): Promise<string | undefined> {
    if (!taken) return undefined
    const plan = planOf(taken.step)
    const names = new Map<string, string>()
    if (plan.shift) {
      const shift = plan.shift
      set({
        sheet: arrive(
          state.sheet,
          await structure(() => remote.edit({ kind: 'shift', ...shift })),
          { since: false },
        ),
      })
    }
    for (const line of plan.remove) {
      await structure(() => remote.remove(line._id))
      went(line._id)
    }
    for (const { line, written } of plan.add) {
      const added = await structure(() => remote.add(written))
      came(added)
      names.set(line._id, added._id)
    }
    if (plan.change.length)
      set({
        sheet: plan.change.reduce(
          (now_, { id, fields }) => typeInto(now_, id, fields),
          state.sheet,
        ),
      })
    set({ history: renamed(taken.history, names) })
    if (plan.change.length) soon(PAUSE_MS)
    const first = plan.change[0]?.id ?? plan.add[0]?.line._id ?? plan.shift?.lines[0]
    return first && (names.get(first) ?? first)
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    snapshot: () => state,
    change,
    flush,
    edit,
    add,
    remove,
    undo: () => walk(back(state.history)),
    redo: () => walk(forth(state.history)),
    last: () => state.history.done.at(-1),
    /** Takes one step back although others were taken since: that is a step of its own. */
    takeBack(step: Step) {
      if (step === state.history.done.at(-1)) return walk(back(state.history))
      const opposite = { ...turned(step), key: '', at: now() }
      return walk({ history: record(state.history, opposite), step: opposite })
    },
    /** Beats and questions of others went through, or did not. */
    reached() {
      if (state.sending === 'offline') {
        wait = FIRST_WAIT_MS
        void flush()
      }
    },
    unreached(error: unknown) {
      if (!(error instanceof ApiError) && state.sending !== 'offline') lost()
    },
    heard(revision: number) {
      if (revision > state.sheet.revision && !flying) void pull()
    },
    pull,
    settle(id: string, whose: 'mine' | 'theirs') {
      set({ sheet: settle(state.sheet, id, whose) })
      soon(0)
    },
    discard(id: string) {
      set({ sheet: discard(state.sheet, id) })
    },
    /** What came of an import, a merge or a fix of the service. */
    took(changed: lines.EditResult) {
      set({ sheet: arrive(state.sheet, changed, { since: false }) })
    },
    open(isOpen: boolean) {
      if (state.locked === isOpen) {
        set({ locked: !isOpen })
        if (isOpen) soon(0)
      }
    },
    async wake() {
      const drafts = await journal.read()
      if (drafts.length) {
        set({ sheet: restore(state.sheet, drafts) })
        soon(0)
      }
    },
    sleep() {
      journal.hurry()
      clearTimeout(timer)
      void flush()
    },
  }
}

function writeDown(
  journal: Journal,
  before: ReadonlyMap<string, Draft>,
  after: ReadonlyMap<string, Draft>,
) {
  for (const [id, draft] of after) if (before.get(id) !== draft) journal.keep(draft)
  for (const id of before.keys()) if (!after.has(id)) journal.drop(id)
}
