import { parseFrameRate, type FrameRate } from '@reelay/subtitles'
import { notEmbargoed, type Viewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'

/**
 * What lines are timed against. `cuts` are shot changes in milliseconds, `timecode` is that of the
 * first frame. `profile` is the subtitle profile of the studio.
 */
export type VideoTiming = {
  name: string
  title: string
  rate: FrameRate
  timecode: string | null
  cuts: number[]
  /** In milliseconds; null while no film is known. */
  filmDuration: number | null
  profile: string
}

/** European television, for assets whose rate is unknown. */
const DEFAULT_RATE: FrameRate = { num: 25, den: 1 }

/** The name of the asset, and the timing of its newest analysed preview that the viewer can see. */
export async function getVideoTiming(db: Db, viewer: Viewer, asset: string): Promise<VideoTiming> {
  type Row = Pick<VideoTiming, 'name' | 'title' | 'timecode' | 'profile'> & {
    frameRate: string | null
    cuts: number[] | null
    seconds: number | null
  }
  const { rows } = await sql<Row>`
    select a.slug as name, a.name as title, s.settings ->> 'subtitleProfile' as profile,
      video.probe ->> 'timecode' as timecode,
      video.probe #>> '{video,frameRate}' as "frameRate",
      video.picture -> 'cuts' as cuts, (video.probe ->> 'duration')::float8 as seconds
    from asset a join studio s on s.id = a.studio_id
    left join lateral (
      select m.probe, m.picture
      from preview p join file f on f.studio_id = p.studio_id and f.id = p.file_id
        join media m on m.studio_id = f.studio_id and m.file_id = f.id
      where a.studio_id = p.studio_id and p.asset_id = a.id and f.removed_at is null
        and m.probe ->> 'kind' = 'video' and ${notEmbargoed(viewer)}
      order by p.created_at desc, p.id desc
      limit 1
    ) video on true
    where a.id = ${asset}`.execute(db)
  const { frameRate, cuts, seconds, ...film } = rows[0]!
  return {
    ...film,
    rate: parseFrameRate(frameRate ?? '') ?? DEFAULT_RATE,
    cuts: (cuts ?? []).map(toMs),
    filmDuration: seconds ? toMs(seconds) : null,
  }
}

const toMs = (seconds: number) => Math.round(seconds * 1000)
