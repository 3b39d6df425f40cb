import { files, type previews } from '@reelay/api/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useEndpointQuery } from '../../../api/queries.ts'
import { SyncedPlayers, type PlayerSource } from '../../player/synced-players.tsx'
import { usePreviewMedia } from './use-preview-media.ts'

type Preview = previews.Preview
const route = getRouteApi('/app/assets/$id')

/**
 * Two previews of the asset in step. Which, and how far apart they begin, stands in the address.
 */
export function SideBySide({
  left,
  right,
  titleOf,
}: {
  left: Preview
  right: Preview
  titleOf: (preview: Preview) => string
}) {
  const { offset } = route.useSearch()
  const navigate = route.useNavigate()
  const [one, other] = [useSide(left, titleOf(left)), useSide(right, titleOf(right))]
  const frames = Number(offset) || 0
  const go = (search: { preview: string; beside: string; offset?: string }) =>
    void navigate({ search, replace: true, resetScroll: false })
  const withOffset = (value: number) => (value ? { offset: String(value) } : {})
  return (
    <SyncedPlayers
      left={one.side}
      right={other.side}
      peaks={one.reel.peaks}
      storyboard={one.reel.storyboard}
      onHover={one.reel.refreshStoryboard}
      offset={frames}
      onOffset={(value) => go({ preview: left._id, beside: right._id, ...withOffset(value) })}
      onSwap={() => go({ preview: right._id, beside: left._id, ...withOffset(-frames) })}
    />
  )
}

function useSide(preview: Preview, label: string) {
  const reel = usePreviewMedia(preview)
  const { data: file } = useEndpointQuery(files.getFile, { params: { id: preview.file } })
  const { duration, video } = file?.media?.probe ?? {}
  const side: PlayerSource = {
    label,
    getUrl: reel.getUrl,
    poster: preview.poster,
    duration: preview.duration ?? duration ?? null,
    frameRate: video?.frameRate,
  }
  return { reel, side }
}
