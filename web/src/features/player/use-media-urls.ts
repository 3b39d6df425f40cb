import { offlines, previews, type renditions } from '@reelay/api/contract'
import { Refusal } from '@reelay/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useService } from '../../answers.ts'
import type { Peaks } from './peaks.ts'
import { readStoryboard } from './storyboard.ts'

type Watched = { _id: string; path: string } & renditions.Showing
const KINDS = {
  preview: { get: previews.getPreview, watch: previews.watchPreview },
  offline: { get: offlines.getOffline, watch: offlines.watchOffline },
}

/** Signed addresses hold for five minutes. */
const HOLDS_MS = 4 * 60_000

/** All that belongs to watching a record, by addresses that are still good. */
export function useReel(
  kind: keyof typeof KINDS,
  { _id: id, storyboard, peaks }: Pick<Watched, '_id' | 'storyboard' | 'peaks'>,
) {
  const { ask } = useService()
  const queryClient = useQueryClient()
  const { get, watch } = KINDS[kind]
  const signed = (anew = false): Promise<Watched> =>
    queryClient.fetchQuery({
      queryKey: [get.path, { params: { id } }],
      queryFn: (): Promise<Watched> => ask(get, { params: { id } }),
      staleTime: anew ? 0 : HOLDS_MS,
    })
  const board = useQuery({
    queryKey: [watch.storyboard.path, id],
    enabled: storyboard !== null,
    staleTime: HOLDS_MS,
    queryFn: async () => readStoryboard(await (await read((await signed()).storyboard)).text()),
  })
  const wave = useQuery({
    queryKey: [watch.peaks.path, id],
    enabled: peaks !== null,
    staleTime: Infinity,
    queryFn: async () => (await (await read((await signed()).peaks)).json()) as Peaks,
  })
  return {
    addressOf: async (anew: boolean) => (await signed(anew)).path,
    storyboard: board.data,
    peaks: wave.data,
    /** Whether the waveform is still on its way. */
    isWaiting: wave.isLoading,
    /**
     * The sheets are fetched when they are looked at, which may be long after their addresses were.
     */
    look: () => {
      if (board.isStale && storyboard !== null) void board.refetch()
    },
  }
}

async function read(address: string | null): Promise<Response> {
  if (address === null) throw new Error('It is not made yet')
  const answer = await fetch(address)
  if (!answer.ok) throw await Refusal.from(answer)
  return answer
}
