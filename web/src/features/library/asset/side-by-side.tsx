import type { previews } from '@reelay/api/contract'
import { getRouteApi } from '@tanstack/react-router'
import type { PlayerSource } from '../../player/player-source.ts'
import { SyncedPlayers } from '../../player/synced-players.tsx'
import { useSignedMedia } from '../../player/use-signed-media.ts'

type Preview = previews.Preview
const route = getRouteApi('/app/assets/$id')

/** Plays two previews in sync. The URL holds which ones and their offset. */
type Props = { left: Preview; right: Preview; titleOf: (preview: Preview) => string }

export function SideBySide({ left, right, titleOf }: Props) {
  const { offset } = route.useSearch()
  const navigate = route.useNavigate()
  const first = usePlayerSource(left, titleOf(left))
  const second = usePlayerSource(right, titleOf(right))
  const frames = Number(offset) || 0
  const setSearch = (search: { preview: string; beside: string; offset?: string }) =>
    void navigate({
      search: ({ playlist }) => ({ ...search, ...(playlist && { playlist }) }),
      replace: true,
      resetScroll: false,
    })
  const withOffset = (value: number) => (value ? { offset: String(value) } : {})
  return (
    <SyncedPlayers
      left={first.source}
      right={second.source}
      peaks={first.media.peaks}
      storyboard={first.media.storyboard}
      onHover={first.media.refreshStoryboard}
      offset={frames}
      onOffset={(value) =>
        setSearch({ preview: left._id, beside: right._id, ...withOffset(value) })
      }
      onSwap={() => setSearch({ preview: right._id, beside: left._id, ...withOffset(-frames) })}
    />
  )
}

function usePlayerSource(preview: Preview, label: string) {
  const media = useSignedMedia('preview', preview)
  const source: PlayerSource = {
    _id: preview._id,
    label,
    getUrl: media.getUrl,
    poster: preview.poster,
    duration: preview.duration,
    film: preview.film,
  }
  return { media, source }
}
