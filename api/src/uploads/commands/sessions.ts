import type { Intake, IntakeSession } from '../../kernel/storage/intake.ts'
import type { Digests, SavedBytes } from '../../kernel/storage/storage.ts'

type CachedSession = { sitting: IntakeSession; length: number; leaves: NodeJS.Timeout }

const MINUTES_IDLE = 10

export type UploadSessions = ReturnType<typeof createUploadSessions>

/**
 * Between two calls of one upload this node remembers what it has hashed so far. It is only a
 * convenience: whoever comes to another node,
 * or comes late, goes on from what is kept, and the bytes are read once more at the end.
 */
export function createUploadSessions(intake: Intake) {
  const seats = new Map<string, CachedSession>()

  async function leave(id: string) {
    const seat = seats.get(id)
    seats.delete(id)
    clearTimeout(seat?.leaves)
    await seat?.sitting.close()
  }
  return {
    /** `alone` says that nobody else held the upload since we did. */
    async take(id: string, kept: SavedBytes, alone: boolean): Promise<IntakeSession> {
      const seat = seats.get(id)
      if (seat && alone && seat.length === kept.length) return (seat.leaves.refresh(), seat.sitting)
      await leave(id)
      const sitting = await intake.openSession(id, kept)
      seats.set(id, {
        sitting,
        length: kept.length,
        leaves: setTimeout(() => void leave(id), MINUTES_IDLE * 60_000).unref(),
      })
      return sitting
    },
    saved(id: string, length: number) {
      const seat = seats.get(id)
      if (!seat) return
      seat.length = length
      seat.leaves.refresh()
    },
    /** Known only if every byte came by here. */
    async digestsOf(id: string, length: number): Promise<Digests | undefined> {
      const seat = seats.get(id)
      return seat?.length === length ? seat.sitting.digests() : undefined
    },
    leave,
    close: async () => void (await Promise.all([...seats.keys()].map(leave))),
  }
}
