import { parseFrameRate, type FrameRate } from '@reelay/subtitles'
import { sql } from 'kysely'
import { notEmbargoed, type Viewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'

/** What lines are timed against. `cuts` are shot changes in milliseconds. */
export type VideoTiming = { name: string; rate: FrameRate; cuts: number[] }

/** European television, for assets whose rate is unknown. */
const DEFAULT_RATE: FrameRate = { num: 25, den: 1 }

/** The name of the asset, and the timing of its newest analysed preview that the viewer can see. */
export async function getVideoTiming(db: Db, viewer: Viewer, asset: string): Promise<VideoTiming> {
  const { rows } = await sql<{ name: string; frameRate: string | null; cuts: number[] | null }>`
    select a.slug as name,
      video.probe #>> '{video,frameRate}' as "frameRate",
      video.picture -> 'cuts' as cuts
    from asset a
    left join lateral (
      select m.probe, m.picture
      from preview p join file f on f.id = p.file_id join media m on m.file_id = f.id
      where p.asset_id = a.id and f.removed_at is null
        and m.probe ->> 'kind' = 'video' and ${notEmbargoed(viewer)}
      order by p.created_at desc, p.id desc
      limit 1
    ) video on true
    where a.id = ${asset}`.execute(db)
  const { name, frameRate, cuts } = rows[0]!
  return {
    name,
    rate: parseFrameRate(frameRate ?? '') ?? DEFAULT_RATE,
    cuts: (cuts ?? []).map((seconds) => Math.round(seconds * 1000)),
  }
}
