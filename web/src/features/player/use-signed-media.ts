import { useState } from 'react'
import { offlines, previews, type renditions } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useService } from '../../api/service-context.ts'
import type { Peaks } from './peaks.ts'
import { parseStoryboard } from './storyboard.ts'

export type SignedMedia = { _id: string; path: string } & renditions.Playback
/** Where the signed URLs of a record come from. */
export type SignedSource = {
  key: readonly unknown[]
  load: () => Promise<SignedMedia>
  /** The record of a list, and when it was loaded. */
  known?: { record: SignedMedia; at: number }
  watch: { storyboard: { path: string }; peaks: { path: string } }
}
export type SignedKind = keyof typeof ENDPOINTS
const ENDPOINTS = {
  preview: { get: previews.getPreview, watch: previews.previewPlayback },
  offline: { get: offlines.getOffline, watch: offlines.watchOffline },
  file: { get: previews.getFilePlayback, watch: previews.filePlayback },
}

/** Signed URLs are valid for five minutes. */
const URL_STALE_MS = 4 * 60_000

type SignedRecord = Pick<SignedMedia, '_id' | 'storyboard' | 'peaks'>
/** The storyboard is needed at once, or when the pointer is over the seek bar. */
type Options = { storyboardOnHover?: boolean }

/** The film, storyboard and waveform of a preview, offline or file. */
export const useSignedMedia = (kind: SignedKind, record: SignedRecord) =>
  useMediaOf(useSignedSource(kind, record._id), record)

export function useSignedSource(kind: SignedKind, id: string): SignedSource {
  const { call } = useService()
  const { get, watch } = ENDPOINTS[kind]
  return {
    key: [get.path, { params: { id } }],
    load: (): Promise<SignedMedia> => call(get, { params: { id } }),
    watch,
  }
}

/** The film, storyboard and waveform of a record, through URLs that are still valid. */
export function useMediaOf(
  { key, load, known, watch }: SignedSource,
  { _id: id, storyboard, peaks }: SignedRecord,
  { storyboardOnHover = false }: Options = {},
) {
  const queryClient = useQueryClient()
  const getSigned = (renew = false): Promise<SignedMedia> =>
    queryClient.fetchQuery({
      queryKey: key,
      queryFn: load,
      staleTime: renew ? 0 : URL_STALE_MS,
      ...(known && { initialData: known.record, initialDataUpdatedAt: known.at }),
    })
  const [isHovered, setHovered] = useState(false)
  const tiles = useQuery({
    queryKey: [watch.storyboard.path, id],
    enabled: storyboard !== null && (isHovered || !storyboardOnHover),
    staleTime: URL_STALE_MS,
    queryFn: async () =>
      parseStoryboard(await (await fetchSigned((await getSigned()).storyboard)).text()),
  })
  const waveform = useQuery({
    queryKey: [watch.peaks.path, id],
    enabled: peaks !== null,
    staleTime: Infinity,
    queryFn: async () => (await (await fetchSigned((await getSigned()).peaks)).json()) as Peaks,
  })
  return {
    getUrl: async (renew: boolean) => (await getSigned(renew)).path,
    storyboard: tiles.data,
    peaks: waveform.data,
    isLoadingPeaks: waveform.isLoading,
    /** The sprite images load on hover, when their signed URLs may have expired. */
    refreshStoryboard: () => {
      setHovered(true)
      if (tiles.isStale && storyboard !== null) void tiles.refetch()
    },
  }
}

async function fetchSigned(url: string | null): Promise<Response> {
  if (url === null) throw new Error('Not rendered yet')
  const response = await fetch(url)
  if (!response.ok) throw await ApiError.from(response)
  return response
}
