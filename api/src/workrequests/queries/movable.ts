// What the rules of the moves read of a request. Many requests are read at once, so the parts that
// only a reader of the record needs are left out.
import { sql, type RawBuilder } from 'kysely'
import { definitionOf, serviceViewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { param, prepared, SINGLE_SHAPE } from '../../kernel/db/prepared.ts'
import type { MovableRequest } from '../rules/stored.ts'
import { movableFactsJson } from './columns.ts'

export async function getMovableRequests(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, NamedRequest>> {
  const found = await selectMovable(db, SINGLE_SHAPE, { ids })
  return new Map(found.map(({ id, request }) => [id, request]))
}

type Named = { _id: string; name: string }
/** With the names of its asset and project, for lists. */
export type NamedRequest = MovableRequest & { names: { asset: Named; project: Named } }

const translationOf = (part: 'dialogue' | 'graphics'): RawBuilder<unknown> => sql`(
  select json_build_object('language', tr.language, 'status', tr.status, 'translator', (
    select json_build_object('name', p.name) from person_summary p where p.id = tr.translator_id))
  from translation tr where tr.work_request_id = w.id and tr.part = ${sql.lit(part)})`

const nameOf = (person: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select json_build_object('name', p.name) from person_summary p where p.id = ${person})`

/** The service sees everything that a move depends on. */
const selectMovable = prepared(
  () => sql<{ id: string; request: NamedRequest }>`
    select w.id, json_build_object(
      'names', json_build_object(
        'asset', json_build_object('_id', a.id, 'name', a.name),
        'project', (select json_build_object('_id', p.id, 'name', p.name)
          from project p where p.id = w.project_id)),
      'status', w.status, 'vendor', w.vendor_id, 'assignment', null, 'language', w.language,
      'dng', w.dng, 'uses', w.uses, 'dcp', w.dcp, 'auto', w.auto, 'autosubs', w.autosubs,
      'autoMode', w.auto_mode, 'from', json_build_object('_id', w.owner_id),
      'reviewer', ${nameOf(sql`w.reviewer_id`)}, 'approver', ${nameOf(sql`w.approver_id`)},
      'asset', json_build_object('workflow', json_build_object('definition',
        json_build_object(
          'requireGraphicsApproval', d.definition -> 'requireGraphicsApproval',
          'requireOfflineApproval', d.definition -> 'requireOfflineApproval'))),
      'materials', coalesce((
        select json_agg(json_build_object(
            'name', m.name, 'complete', m.complete, 'approved', m.approved) order by m.name)
        from material m where m.work_request_id = w.id), '[]'),
      'offlines', coalesce((
        select json_agg(json_build_object('decision', o.decision)
          order by o.created_at desc, o.id desc)
        from offline o where o.work_request_id = w.id), '[]'),
      'encodes', coalesce((
        select json_agg(json_build_object(
            'kind', e.kind, 'use', e.use, 'value', e.value, 'status', e.status)
          order by e.created_at desc, e.id desc)
        from encode e where e.work_request_id = w.id), '[]'),
      'translation', ${translationOf('dialogue')},
      'graphicsTranslation', ${translationOf('graphics')},
      'facts', ${movableFactsJson(serviceViewer)}) as request
    from unnest(${param('ids')}::text[]) wanted (id)
    cross join lateral (select * from work_request where id = wanted.id offset 0) w
    join asset a on a.id = w.asset_id
    cross join lateral (select ${definitionOf} as definition offset 0) d
    join studio s on s.id = w.studio_id`,
)
