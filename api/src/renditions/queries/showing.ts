import { sql } from 'kysely'
import { stepsOfFile } from '../../files/queries.ts'

/** Over `file f`: its studio wants the viewer's name in every film. */
export const marks = sql`coalesce((select (st.settings ->> 'watermark')::boolean from studio st where st.id = f.studio_id), false)`

/** Over `media m`, a `Film`. */
const film = sql`case when m.probe ->> 'kind' = 'video' then json_build_object(
  'frameRate', m.probe #> '{video,frameRate}', 'aspect', m.probe #> '{video,aspect}', 'timecode', m.probe -> 'timecode', 'cuts', coalesce(m.picture -> 'cuts', '[]')) end`

/** Over `file f`, a `StoredShowing`. */
export const showing = sql`(select json_build_object(
  'kind', m.probe ->> 'kind', 'duration', m.probe -> 'duration', 'film', ${film}, 'marks', ${marks}, 'steps', ${stepsOfFile},
  'made', to_json(array(select distinct r.kind from rendition r where r.file_id = f.id and r.person_id is null and r.whole order by 1))) from media m where m.file_id = f.id)`
