import { stepsOfFile } from '../../files/queries.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'

/** Over `file f`: whether its studio burns the viewer's name into every film. */
export const watermarksFilms = sql`coalesce((
  select (st.settings ->> 'watermark')::boolean from studio st where st.id = f.studio_id
), false)`

/** Over `file f`: whether its studio serves films with traceable marks only. */
export const tracesFilms = sql`coalesce((
  select (st.settings ->> 'traceable')::boolean from studio st where st.id = f.studio_id
), false)`

/** Over `media m`: a `FilmInfo`. */
const filmInfo = sql`case when m.probe ->> 'kind' = 'video' then json_build_object(
  'frameRate', m.probe #> '{video,frameRate}',
  'aspect', m.probe #> '{video,aspect}',
  'timecode', m.probe -> 'timecode',
  'cuts', coalesce(m.picture -> 'cuts', '[]')
) end`

/** Over `file f`: the kinds of rendition that can be shown. A film plays from its first segment on. */
const renditionKinds = sql`to_json(array(
  select distinct r.kind from rendition r
  where r.studio_id = f.studio_id and r.file_id = f.id and r.person_id is null
  order by 1
))`

/** Over `file f`: a `StoredPlayback`. `watermarks`: whether the film needs the viewer's name. */
export const playbackWith = (watermarks: Sql) => sql`(
  select json_build_object(
    'kind', m.probe ->> 'kind',
    'duration', m.probe -> 'duration',
    'film', ${filmInfo},
    'watermarks', ${watermarks},
    'steps', ${stepsOfFile()},
    'renditions', ${renditionKinds}
  )
  from media m where m.studio_id = f.studio_id and m.file_id = f.id
)`

export const storedPlayback = playbackWith(watermarksFilms)
