// Step 4: sends drafts to the server while somebody types, and retries while offline. What the
// server replies becomes a command.
import { lines as linesContract, type lines } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import type { SendOutcome } from './command.ts'
import type { EditorLineDraft, EditorLine } from './draft.ts'
import { sendableDrafts } from './edited-track.ts'
import type { EditorServer } from './editor-server.ts'
import type { StoreAccess } from './reducer.ts'

export type Sender = ReturnType<typeof createSender>
type Options = StoreAccess & {
  server: Pick<EditorServer, 'write'>
  /** Called when a request has ended. */
  onIdle: () => void
}

/** Others see what is typed after this time. */
const INTERVAL_MS = 300
const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = 30_000
const MAX_ROUNDS = 50

export function createSender({ getState, dispatch, server, onIdle }: Options) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryMs = FIRST_RETRY_MS
  let sending: Promise<void> | undefined

  function sendAfter(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  /** More typing does not put it off. */
  function sendSoon() {
    if (timer === undefined) sendAfter(INTERVAL_MS)
  }

  /** Sends everything that can be sent, one request at a time. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    return (sending ??= sendAll().finally(() => {
      sending = undefined
      onIdle()
    }))
  }

  async function sendAll() {
    for (let round = 0; !getState().locked && round < MAX_ROUNDS; round++) {
      const drafts = sendableDrafts(getState().track, linesContract.MAX_LINES_PER_WRITE)
      if (!drafts.length) break
      const ids = drafts.map(({ line }) => line)
      dispatch({ type: 'start-sending', ids })
      const outcome = await send(server, drafts)
      dispatch({ type: 'finish-sending', ids, outcome })
      if (outcome.kind === 'offline') return retryLater()
      if (outcome.kind === 'locked') return
    }
    retryMs = FIRST_RETRY_MS
    dispatch({ type: 'set-connection', connection: 'idle' })
  }

  function retryLater() {
    sendAfter(retryMs)
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
  }

  return {
    sendAfter,
    sendSoon,
    flush,
    isSending: () => sending !== undefined,
    /** Another request, such as presence, reached the server. */
    reportOnline() {
      if (getState().connection !== 'offline') return
      retryMs = FIRST_RETRY_MS
      void flush()
    },
    /** Another request failed; a network error means that we are offline. */
    reportError(error: unknown) {
      if (error instanceof ApiError || getState().connection === 'offline') return
      dispatch({ type: 'set-connection', connection: 'offline' })
      retryLater()
    },
  }
}

async function send(
  server: Options['server'],
  drafts: readonly EditorLineDraft[],
): Promise<SendOutcome> {
  try {
    return { kind: 'saved', reply: await server.write(drafts.map(toLineChange)) }
  } catch (error) {
    return classifyError(error, drafts)
  }
}

export const toLineChange = ({
  line,
  base,
  fields: { machine, ...fields },
}: EditorLineDraft): lines.LineChange => ({
  _id: line,
  version: base.version,
  ...fields,
  // A new text resets where it came from. Without one, a person confirms the text, or takes it back.
  ...((machine || (machine === false && fields.text === undefined)) && {
    machine,
    custom: !machine,
  }),
})

/** The server saves all lines or none: a rejected line is marked and the others are sent again. */
export function classifyError(error: unknown, drafts: readonly EditorLineDraft[]): SendOutcome {
  if (!(error instanceof ApiError)) return { kind: 'offline' }
  if (error.status >= 500 || error.status === 429 || error.status === 401)
    return { kind: 'offline' }
  if (error.code === 'translation.locked' || error.status === 403 || error.status === 404)
    return { kind: 'locked' }
  if (error.code === 'line.changed') {
    const { conflicts = [], removed = [] } = error.problem as {
      conflicts?: { line: EditorLine }[]
      removed?: string[]
    }
    return { kind: 'conflict', lines: conflicts.map(({ line }) => line), removed }
  }
  const rejected = error.errors.flatMap(({ pointer }) => {
    const index = /^\/lines\/(\d+)\//.exec(pointer)?.[1]
    return (index && drafts[Number(index)]?.line) ?? []
  })
  const ids = rejected.length ? [...new Set(rejected)] : drafts.map(({ line }) => line)
  return { kind: 'rejected', ids, reason: error.message }
}
