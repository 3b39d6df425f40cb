/*
 * What the policies of text tracks, translations and requests say about one text track. The policy of
 * lines asks them for each line, which took half of the time of opening a translation of ten thousand
 * lines.
 */
create function shows_text_track(track text) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from text_track t
    where t.id = track and (current_setting('role') <> 'reelay_service'
      or t.studio_id = any (stated_studios()) and (
        t.studio_id <> all (stated_vendor_studios())
        or exists (select from script s where s.text_track_id = t.id)
        or exists (
          select from translation tr join work_request w on w.id = tr.work_request_id
          where tr.text_track_id = t.id and (
            w.vendor_id is null or w.owner_id = stated_person()
            or w.vendor_id = any (stated_groups())
              and w.vendor_answer is distinct from 'declined')))))
$$;

create function lines_of_text_track(track text) returns setof text_track_line
  language sql stable security definer set search_path = public, pg_temp as $$
  select l.* from text_track_line l
  where l.text_track_id = track and (select shows_text_track(track))
$$;

/* How many lines come before a line that the caller sees. */
create function count_lines_above(line text_track_line) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::integer from text_track_line above
  where above.text_track_id = line.text_track_id
    and (above.start_ms, above.position, above.id) < (line.start_ms, line.position, line.id)
$$;
