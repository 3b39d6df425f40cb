import { previews } from '@reelay/api/contract'
import { Refusal } from '@reelay/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useService } from '../../answers.ts'
import type { Peaks } from '../../player/peaks.ts'
import { readStoryboard } from '../../player/storyboard.ts'

/** Signed addresses hold for five minutes. */
const HOLDS_MS = 4 * 60_000

/** All that belongs to watching a preview, by addresses that are still good. */
export function useReel({ _id: id, storyboard, peaks }: previews.Preview) {
  const { ask } = useService()
  const queryClient = useQueryClient()
  const signed = (anew = false) => queryClient.fetchQuery({
    queryKey: [previews.getPreview.path, { params: { id } }], queryFn: () => ask(previews.getPreview, { params: { id } }), staleTime: anew ? 0 : HOLDS_MS,
  })
  const board = useQuery({ queryKey: [previews.watchPreview.storyboard.path, id], enabled: storyboard !== null, staleTime: HOLDS_MS, queryFn: async () => readStoryboard(await (await read((await signed()).storyboard)).text()) })
  const wave = useQuery({ queryKey: [previews.watchPreview.peaks.path, id], enabled: peaks !== null, staleTime: Infinity, queryFn: async () => (await (await read((await signed()).peaks)).json()) as Peaks })
  return {
    addressOf: async (anew: boolean) => (await signed(anew)).path,
    storyboard: board.data,
    peaks: wave.data,
    /** The sheets are fetched when they are looked at, which may be long after their addresses were. */
    look: () => { if (board.isStale && storyboard !== null) void board.refetch() },
  }
}

async function read(address: string | null): Promise<Response> {
  if (address === null) throw new Error('It is not made yet')
  const answer = await fetch(address)
  if (!answer.ok) throw await Refusal.from(answer)
  return answer
}
