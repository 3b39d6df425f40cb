import { sql } from '../../kernel/db/sql.ts'

/** Over `download d`. Names are looked up only for the rows of a page. */
export const columns = sql`
  d.id as "_id", seconds(d.created_at) as created,
  (select json_build_object('_id', a.id, 'name', a.name, 'type', ty.slug) from asset a
    join asset_type ty on ty.id = a.type_id 
    where a.studio_id = d.studio_id and a.id = d.asset_id) as asset,
  (select json_build_object('_id', pr.id, 'name', pr.name) from project pr
    where pr.studio_id = d.studio_id and pr.id = d.project_id) as project,
  (select json_build_object('_id', f.id, 'asset', f.asset_id, 'name', f.name, 'project',
    f.project_id, 'studio', f.studio_id) from file f
    where f.studio_id = d.studio_id and f.id = d.file_id) as file,
  (select json_build_object('_id', p.id, 'name', p.name, 'emailNormal', p.email) from person_summary p
    where p.id = d.person_id) as "user",
  case when d.share_id is not null then json_build_object('_id', d.share_id, 'action',
    case when d.opened then 'open' else 'download' end) end as share`
