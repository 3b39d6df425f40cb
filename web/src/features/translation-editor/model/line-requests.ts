// The requests that add, remove or renumber lines. Each is sent when all drafts are saved, because
// the server edits the lines that it has. Its reply becomes a command.
import type { lines } from '@reelay/api/contract'
import type { EditorLine } from './draft.ts'
import type { EditorServer } from './editor-server.ts'
import type { LineDelta } from './history.ts'
import type { Sender } from './sender.ts'
import type { StoreAccess } from './reducer.ts'

export type LineRequestOptions = StoreAccess & {
  sender: Sender
  server: EditorServer
  now: () => number
  /** Called when a request has ended. */
  onIdle: () => void
}

/** With changes, a reply becomes a step of the history. */
export function createLineRequests(options: LineRequestOptions) {
  const { getState, dispatch, sender, server, now, onIdle } = options
  let running = 0

  async function send<T>(request: () => Promise<T>, applyReply: (reply: T) => void): Promise<T> {
    await sender.flush()
    // Reported like the failed request that it would be.
    if (getState().connection === 'offline') throw new TypeError('The editor is offline')
    running++
    try {
      const reply = await request()
      applyReply(reply)
      return reply
    } finally {
      running--
      onIdle()
    }
  }

  function mergeReply(
    reply: Partial<lines.EditResult>,
    {
      changes,
      discardRemoved = false,
    }: { changes?: LineDelta[] | undefined; discardRemoved?: boolean },
  ) {
    dispatch({
      type: 'merge-reply',
      // The replies to add and remove have no revision: the stream sends it.
      reply: { revision: getState().track.revision, lines: [], removed: [], ...reply },
      isComplete: false,
      discardRemoved,
      ...(changes && { step: { changes, at: now() } }),
    })
  }

  return {
    sendEdit: (edit: lines.LineEdit, toChanges?: (reply: lines.EditResult) => LineDelta[]) =>
      send(
        () => server.edit(edit),
        (reply) => mergeReply(reply, { changes: toChanges?.(reply) }),
      ),
    sendAdd: (input: lines.LineInput, toChanges?: (line: EditorLine) => LineDelta[]) =>
      send(
        () => server.add(input),
        (line) => mergeReply({ lines: [line] }, { changes: toChanges?.(line) }),
      ),
    sendRemove: (id: string, changes?: LineDelta[]) =>
      send(
        () => server.remove(id),
        () => mergeReply({ removed: [id] }, { changes, discardRemoved: true }),
      ),
    isRunning: () => running > 0,
  }
}
