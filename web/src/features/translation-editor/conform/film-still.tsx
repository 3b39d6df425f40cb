import { previews } from '@reelay/api/contract'
import { parseTimecode } from '@reelay/subtitles'
import { useEndpointQuery } from '../../../api/queries.ts'
import { tileAt } from '../../player/storyboard.ts'
import { useSignedMedia } from '../../player/use-signed-media.ts'
import styles from './conform.module.css'

type Times = { startTime: string; stopTime: string }
type Props = { label: string; film: string | undefined; time: Times }

/** The picture of a film at a time, from its storyboard. Without a film, only the times. */
export function FilmStill({ label, film, time }: Props) {
  return (
    <figure className={styles.still}>
      {film && <StoryboardTile film={film} seconds={parseTimecode(time.startTime) / 1000} />}
      <figcaption>
        {label}{' '}
        <span dir="ltr">
          {time.startTime} – {time.stopTime}
        </span>
      </figcaption>
    </figure>
  )
}

function StoryboardTile({ film, seconds }: { film: string; seconds: number }) {
  const { data } = useEndpointQuery(previews.getPreview, { params: { id: film } })
  const { storyboard } = useSignedMedia('preview', {
    _id: film,
    storyboard: data?.storyboard ?? null,
    peaks: null,
  })
  const tile = storyboard && tileAt(storyboard, seconds)
  if (!tile) return <span className={styles.noTile} />
  return (
    <span className={styles.tile} style={{ width: tile.width, height: tile.height }}>
      <img src={tile.url} alt="" style={{ translate: `${-tile.x}px ${-tile.y}px` }} />
    </span>
  )
}
