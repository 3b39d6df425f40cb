-- Several orders of one asset read what they share once (docs/decisions/0134).

drop function facts_of_new_request(text, text, text, text, text);

/*
 * What new requests for an asset need in addition to what was prepared for it
 * (docs/decisions/0101), each with its language and territory. For people who see all of the asset
 * and its studio, as workrequests/rules/order.ts decides: the function reads as the owner of the
 * tables. With the policies of a caller the statement has 160 subplans, and starting them takes four
 * times as long as reading the rows.
 */
create function facts_of_new_requests(of_studio text, of_asset text, of_owner text,
  of_languages text[], of_territories text[], out owner json, out scripts json, out seconds float8,
  out translated boolean[], out languages json[])
  language plpgsql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan as $$
declare
  has_film boolean;
begin
  if current_setting('role') = 'reelay_service' and (
    of_studio <> all (stated_studios()) or of_studio = any (stated_vendor_studios())) then
    return;
  end if;
  select (
      select json_build_object('_id', p.id, 'name', p.name, 'emailNormal', p.email, 'groups',
        coalesce((
          select json_agg(json_build_object('_id', g.id, 'name', g.name) order by g.name, g.id)
          from group_person gp join people_group g on g.id = gp.group_id
          join group_studio gs on gs.group_id = g.id
          where gp.person_id = p.id and gs.studio_id = of_studio), '[]'))
      from person_summary p where p.id = of_owner),
    coalesce((
      select json_agg(json_build_object(
        'part', s.part, 'textTrack', s.text_track_id, 'revision', t.revision,
        'lineCount', (
          select count(*) from text_track_line l where l.text_track_id = s.text_track_id)))
      from script s join text_track t on t.id = s.text_track_id
      where s.asset_id = of_asset), '[]'),
    exists (
      select from file f join media m on m.file_id = f.id
      where f.asset_id = of_asset and m.probe ->> 'duration' is not null)
  into owner, scripts, has_film
  from asset where id = of_asset and studio_id = of_studio;
  if not found then
    return;
  end if;
  select array_agg(exists (
      select from translation t
      where t.asset_id = of_asset and t.language = given.language and t.status = 'approved')),
    array_agg((
      select to_json(array(select entry ->> 'code' from jsonb_array_elements(t.languages) entry))
      from territory t where t.code = given.territory))
  into translated, languages
  from unnest(of_languages, of_territories) as given (language, territory);
  if has_film then
    seconds := (
      select (m.probe ->> 'duration')::float8
      from file f join media m on m.file_id = f.id
      where f.asset_id = of_asset and f.verified_at is not null and f.removed_at is null
        and m.probe ->> 'duration' is not null
        and not exists (select from encode e where e.file_id = f.id)
        and not exists (
          select from work_request w where w.asset_id = f.asset_id and (
            w.audio_file_id = f.id
            or exists (select from work_request_file wf
              where wf.work_request_id = w.id and wf.file_id = f.id)
            or exists (select from offline o where o.work_request_id = w.id and o.file_id = f.id)
            or exists (select from material mt
              where mt.work_request_id = w.id and f.id = any (mt.files))))
      order by f.received_at desc, f.id desc limit 1);
  end if;
end $$;
