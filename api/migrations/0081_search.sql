-- The search covers dialogue and comments (docs/decisions/0100). Policies bar trigram indexes, so the
-- functions run as the owner and return only ids in the stated studios (docs/decisions/0079). The
-- policies and the visibility of the reader decide again about these ids.
create index text_track_line_search on text_track_line using gin (fold(text) gin_trgm_ops);
create index work_request_comment_search on work_request_comment using gin (fold(text) gin_trgm_ops)
  where removed_at is null;
create index offline_comment_search on offline_comment using gin (fold(text) gin_trgm_ops)
  where removed_at is null;

create function search_text_track_lines(pattern text) returns setof text
  language sql stable parallel safe security definer rows 1000 set search_path = public, pg_temp
begin atomic
  select l.id from text_track_line l join text_track t on t.id = l.text_track_id
  where fold(l.text) like pattern and (
    (select current_setting('role')) is distinct from 'reelay_service'
    or t.studio_id = any ((select stated_studios())::text[]));
end;
create function search_work_request_comments(pattern text) returns setof text
  language sql stable parallel safe security definer rows 1000 set search_path = public, pg_temp
begin atomic
  select id from work_request_comment
  where removed_at is null and fold(text) like pattern and (
    (select current_setting('role')) is distinct from 'reelay_service'
    or studio_id = any ((select stated_studios())::text[]));
end;
create function search_offline_comments(pattern text) returns setof text
  language sql stable parallel safe security definer rows 1000 set search_path = public, pg_temp
begin atomic
  select id from offline_comment
  where removed_at is null and fold(text) like pattern and (
    (select current_setting('role')) is distinct from 'reelay_service'
    or studio_id = any ((select stated_studios())::text[]));
end;
