-- Searches that policies bar from their indexes run as the owner (docs/decisions/0079), and lists of
-- what concerns a person start from that person.

/*
 * Keys of similar lines of a translation memory, and the units with some keys. Array operators and
 * md5 are not leakproof, so a policy made both read all units of the studio. The policies decide
 * again about the units.
 */
create function find_memory_keys(
  of_studio text, of_source text, of_language text, hashes integer[], shortest integer,
  longest integer
) returns setof text
  language sql stable parallel safe security definer rows 1000 set search_path = public, pg_temp
begin atomic
  select distinct source_key from memory_unit
  where minhashes && hashes and studio_id = of_studio and source_language = of_source
    and language = of_language and length(source_key) between shortest and longest
    and ((select current_setting('role')) is distinct from 'reelay_service'
      or studio_id = any ((select stated_studios())::text[]));
end;
create function find_memory_units(
  of_studio text, of_source text, of_language text, keys text[]
) returns setof text
  language sql stable parallel safe security definer rows 1000 set search_path = public, pg_temp
begin atomic
  select id from memory_unit
  where studio_id = of_studio and source_language = of_source and language = of_language
    and md5(source_key) = any (array(select md5(key) from unnest(keys) key))
    and source_key = any (keys)
    and ((select current_setting('role')) is distinct from 'reelay_service'
      or studio_id = any ((select stated_studios())::text[]));
end;

create index work_request_search on work_request using gin (fold(instructions) gin_trgm_ops);
create function search_work_requests(pattern text) returns setof text
  language sql stable parallel safe security definer rows 1000 set search_path = public, pg_temp
begin atomic
  select id from work_request
  where fold(instructions) like pattern and (
    (select current_setting('role')) is distinct from 'reelay_service'
    or studio_id = any ((select stated_studios())::text[]));
end;

/* Assets whose phase concerns somebody, and the open requests that somebody takes part in. */
create index asset_phase on asset (workflow_id, phase)
  where archived_at is null and not terminal and definition is null;
create index asset_definition on asset (id)
  where archived_at is null and not terminal and definition is not null;
create index work_request_owner_open on work_request (owner_id, asset_id)
  where status not in ('complete', 'cancelled');
create index work_request_history_person on work_request_history (person_id, work_request_id);
