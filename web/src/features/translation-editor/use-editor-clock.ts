import { useMemo } from 'react'
import { previews } from '@reelay/api/contract'
import { useEndpointQuery } from '../../api/queries.ts'
import { createFilmClock, type FilmClock } from '../player/film-clock.ts'
import { useTimeUnit } from '../player/time-unit.ts'

const usePreviews = (asset: string) =>
  useEndpointQuery(
    previews.listPreviews,
    { query: { asset }, range: { first: 0, last: 49 } },
    { staleTime: Infinity },
  )

/** False if the previews could not be loaded. */
export const useIsPreviewPending = (asset: string): boolean => usePreviews(asset).isPending

/** The preview beside the lines, once the list of previews has loaded. */
export function useEditorPreview(asset: string): previews.Preview | null | undefined {
  const { data } = usePreviews(asset)
  return (
    data &&
    (data.items.find(
      ({ type, status }) => (type === 'video' || type === 'audio') && status === 'ready',
    ) ??
      null)
  )
}

/** The clock of the cues: that of the film, or milliseconds from zero without one. */
export function useEditorClock(asset: string): FilmClock {
  const preview = useEditorPreview(asset)
  const unit = useTimeUnit()
  const film = preview?.film ?? null
  return useMemo(
    () => createFilmClock({ film, duration: preview?.duration ?? 0 }, film ? unit : 'ms'),
    // A refetched preview has the same film.
    [film?.frameRate, film?.timecode, preview?.duration, unit],
  )
}
