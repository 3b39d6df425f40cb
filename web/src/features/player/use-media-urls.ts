import { offlines, previews, type renditions } from '@reelay/api/contract'
import { Refusal } from '@reelay/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useService } from '../../api/queries.ts'
import type { Peaks } from './peaks.ts'
import { parseStoryboard } from './storyboard.ts'

type SignedMedia = { _id: string; path: string } & renditions.Showing
const ENDPOINTS = {
  preview: { get: previews.getPreview, watch: previews.watchPreview },
  offline: { get: offlines.getOffline, watch: offlines.watchOffline },
}

/** Signed addresses hold for five minutes. */
const URL_STALE_MS = 4 * 60_000

/** All that belongs to watching a record, by addresses that are still good. */
export function useMediaUrls(
  kind: keyof typeof ENDPOINTS,
  { _id: id, storyboard, peaks }: Pick<SignedMedia, '_id' | 'storyboard' | 'peaks'>,
) {
  const { ask } = useService()
  const queryClient = useQueryClient()
  const { get, watch } = ENDPOINTS[kind]
  const signed = (renew = false): Promise<SignedMedia> =>
    queryClient.fetchQuery({
      queryKey: [get.path, { params: { id } }],
      queryFn: (): Promise<SignedMedia> => ask(get, { params: { id } }),
      staleTime: renew ? 0 : URL_STALE_MS,
    })
  const board = useQuery({
    queryKey: [watch.storyboard.path, id],
    enabled: storyboard !== null,
    staleTime: URL_STALE_MS,
    queryFn: async () =>
      parseStoryboard(await (await fetchSigned((await signed()).storyboard)).text()),
  })
  const wave = useQuery({
    queryKey: [watch.peaks.path, id],
    enabled: peaks !== null,
    staleTime: Infinity,
    queryFn: async () => (await (await fetchSigned((await signed()).peaks)).json()) as Peaks,
  })
  return {
    getUrl: async (renew: boolean) => (await signed(renew)).path,
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

async function fetchSigned(address: string | null): Promise<Response> {
  if (address === null) throw new Error('It is not made yet')
  const answer = await fetch(address)
  if (!answer.ok) throw await Refusal.from(answer)
  return answer
}
