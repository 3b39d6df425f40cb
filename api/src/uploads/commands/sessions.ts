import { randomUUID } from 'node:crypto'
import type { Intake, IntakeSession } from '../../kernel/storage/intake.ts'
import type { Digests } from '../../kernel/storage/storage.ts'
import type { UploadState } from '../queries.ts'

/** What this node keeps of an upload between two requests. */
type UploadSession = { intake: IntakeSession; length: number; expiry: NodeJS.Timeout }

const IDLE_MS = 10 * 60_000

export type UploadSessions = ReturnType<typeof createUploadSessions>

/**
 * The uploads in progress on this node. A session keeps the running hash, so that the bytes need not
 * be read again at the end. It is only an optimization: an upload also continues on another node, or
 * after the session has expired.
 */
export function createUploadSessions(intake: Intake) {
  const sessions = new Map<string, UploadSession>()
  /** For each upload that receives bytes: how to end its request early. */
  const active = new Map<string, () => void>()

  async function close(id: string): Promise<void> {
    const session = sessions.get(id)
    sessions.delete(id)
    clearTimeout(session?.expiry)
    await session?.intake.close()
  }

  return {
    node: randomUUID(),

    /** `isSoleWriter`: no other node has written to the upload since this one. */
    async resume(
      { _id: id, saved, needsMd5 }: Pick<UploadState, '_id' | 'saved' | 'needsMd5'>,
      isSoleWriter: boolean,
    ): Promise<IntakeSession> {
      const session = sessions.get(id)
      if (session && isSoleWriter && session.length === saved.length) {
        session.expiry.refresh()
        return session.intake
      }
      await close(id)
      const opened = await intake.openSession(id, saved, { md5: needsMd5 })
      sessions.set(id, {
        intake: opened,
        length: saved.length,
        expiry: setTimeout(() => void close(id), IDLE_MS).unref(),
      })
      return opened
    },
    recordSaved(id: string, length: number): void {
      const session = sessions.get(id)
      if (!session) return
      session.length = length
      session.expiry.refresh()
    },
    /** Undefined unless every byte passed through this session. */
    async digestsOf(id: string, length: number): Promise<Digests | undefined> {
      const session = sessions.get(id)
      return session?.length === length ? session.intake.digests() : undefined
    },
    close,
    closeAll: async (): Promise<void> => {
      await Promise.all([...sessions.keys()].map(close))
    },

    activate: (id: string, interrupt: () => void) => void active.set(id, interrupt),
    deactivate: (id: string) => void active.delete(id),
    interrupt: (id: string) => active.get(id)?.(),
    interruptAll: () => active.forEach((interrupt) => interrupt()),
  }
}
