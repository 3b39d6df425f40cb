import { offlines, previews } from '@reelay/api/contract'
import { parseTimecode } from '@reelay/subtitles'
import { useEndpointQuery } from '../../../api/queries.ts'
import { tileAt } from '../../player/storyboard.ts'
import { useSignedMedia } from '../../player/use-signed-media.ts'
import styles from './conform.module.css'

type Times = { startTime: string | null; stopTime: string | null }
type Props = {
  label: string
  kind?: 'preview' | 'offline'
  film: string | undefined
  time: Times
}

/** The picture of a film at a time, from its storyboard. Without a film, only the times. */
export function FilmStill({ label, kind = 'preview', film, time }: Props) {
  const seconds = parseTimecode(time.startTime ?? '00:00:00,000') / 1000
  const Tile = kind === 'preview' ? PreviewTile : OfflineTile
  return (
    <figure className={styles.still}>
      {film && <Tile film={film} seconds={seconds} />}
      <figcaption>
        {label}{' '}
        <span dir="ltr">
          {time.startTime} – {time.stopTime}
        </span>
      </figcaption>
    </figure>
  )
}

type TileProps = { film: string; seconds: number }

function PreviewTile({ film, seconds }: TileProps) {
  const { data } = useEndpointQuery(previews.getPreview, { params: { id: film } })
  return <Tile kind="preview" film={film} seconds={seconds} signed={data?.storyboard} />
}

function OfflineTile({ film, seconds }: TileProps) {
  const { data } = useEndpointQuery(offlines.getOffline, { params: { id: film } })
  return <Tile kind="offline" film={film} seconds={seconds} signed={data?.storyboard} />
}

function Tile({
  kind,
  film,
  seconds,
  signed = null,
}: TileProps & {
  kind: 'preview' | 'offline'
  signed?: offlines.Offline['storyboard'] | undefined
}) {
  const { storyboard } = useSignedMedia(kind, { _id: film, storyboard: signed, peaks: null })
  const tile = storyboard && tileAt(storyboard, seconds)
  if (!tile) return <span className={styles.noTile} />
  return (
    <span className={styles.tile} style={{ width: tile.width, height: tile.height }}>
      <img src={tile.url} alt="" style={{ translate: `${-tile.x}px ${-tile.y}px` }} />
    </span>
  )
}
