import { sql } from 'kysely'
import { notEmbargoed, type Viewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { type FrameRate, parseFrameRate } from '@reelay/subtitles'

/** What lines are timed against. `cuts` are milliseconds. */
export type VideoTiming = { name: string; rate: FrameRate; cuts: number[] }

/** Where nothing is known of a film, that of European television. */
const DEFAULT_RATE: FrameRate = { num: 25, den: 1 }

/**
 * The newest film among the previews of an asset that was looked at and that the viewer may see,
 * and the asset's name.
 */
export async function getVideoTiming(db: Db, viewer: Viewer, asset: string): Promise<VideoTiming> {
  const { rows } = await sql<{ name: string; frameRate: string | null; cuts: number[] | null }>`
    select a.slug as name, seen.probe #>> '{video,frameRate}' as "frameRate", seen.picture -> 'cuts' as cuts
    from asset a left join lateral (
      select m.probe, m.picture from preview p join file f on f.id = p.file_id join media m on m.file_id = f.id
      where p.asset_id = a.id and f.removed_at is null and m.probe ->> 'kind' = 'video' and ${notEmbargoed(viewer)} order by p.created_at desc, p.id desc limit 1) seen on true
    where a.id = ${asset}`.execute(db)
  const { name, frameRate, cuts } = rows[0]!
  return {
    name,
    rate: parseFrameRate(frameRate ?? '') ?? DEFAULT_RATE,
    cuts: (cuts ?? []).map((seconds) => Math.round(seconds * 1000)),
  }
}
