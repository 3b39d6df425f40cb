-- Totals of searches for common words in the lists of work requests, files and assets, for people who
-- see all records of their studios (docs/decisions/0115).
create trigger invalidate_searches
  after update of instructions, asset_id, project_id, studio_id on work_request
  for each row when (old.instructions is distinct from new.instructions
    or old.asset_id <> new.asset_id or old.project_id <> new.project_id
    or old.studio_id <> new.studio_id)
  execute function invalidate_searches('instructions');
create trigger invalidate_searches_delete after delete on work_request
  for each row execute function invalidate_searches('instructions');

/* How many records up to a certain one contain a text. */
create unlogged table search_count (
  studio_id text not null,
  kind text not null,
  pattern text not null,
  snapshot pg_snapshot not null,
  valid_until timestamptz not null,
  total bigint not null,
  created_at timestamptz not null,
  id text not null,
  primary key (studio_id, kind, pattern)
);
call protect_rows('search_count');

/*
 * Counts the records of a studio that contain a text, and stores their number. It runs as the owner:
 * policies would be evaluated for each record. A transaction may add a record before one that is
 * committed already, so those of the last minute are always counted. One statement reads all of it,
 * so that the stored snapshot is the one of the count. Its text contains the last counted record:
 * the planner would not use the index for a value that it does not know.
 */
create function count_search(kind text, studio text, wanted text) returns bigint language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  last search_count;
  found record;
  source text := case kind
    when 'file' then 'file r where r.studio_id = $1 and r.removed_at is null'
    when 'asset' then 'asset r where r.studio_id = $1 and r.archived_at is null'
    when 'work_request' then 'work_request r where r.studio_id = $1' end;
  matches text := case kind
    when 'work_request' then '(fold(r.instructions) like $2
      or exists (select from asset a where a.id = r.asset_id and a.name_folded like $2)
      or exists (select from project p where p.id = r.project_id and p.name_folded like $2))'
    else 'r.name_folded like $2' end;
begin
  if current_setting('role') = 'reelay_service' and studio <> all (stated_studios()) then
    return 0;
  end if;
  select * into last from search_count s
  where s.studio_id = studio and s.kind = count_search.kind and s.pattern = wanted;
  loop
    execute format($query$
      with known as materialized (
        select s.total from search_count s
        where s.studio_id = $1 and s.kind = $3 and s.pattern = $2
          and (s.created_at, s.id) = (%3$L::timestamptz, %4$L) and s.valid_until > now()
          and not exists (
            select from cache_invalidation c
            where c.dependency = any (case $3 when 'work_request'
                then array['names ' || $1, 'instructions ' || $1] else array['names ' || $1] end)
              and c.transaction_id >= pg_snapshot_xmin(s.snapshot)
              and changed_after(c.transaction_id, s.snapshot))),
      settled as materialized (
        select r.created_at, r.id from %1$s and r.created_at < now() - interval '1 minute'
        order by r.created_at desc, r.id desc limit 1),
      since as materialized (
        select r.created_at, r.id from %1$s
          and (r.created_at, r.id) > (%3$L::timestamptz, %4$L) and %2$s)
      select (select total from known) as stored, count(*) as new,
        count(*) filter (where (created_at, id) <= (
          (select created_at from settled), (select id from settled))) as to_store,
        (select created_at from settled) as created_at, (select id from settled) as id,
        pg_current_snapshot() as snapshot
      from since $query$, source, matches, coalesce(last.created_at, '-infinity'),
        coalesce(last.id, ''))
    into found using studio, wanted, kind;
    exit when last.id is null or found.stored is not null;
    /* Names have changed since. */
    last := null;
  end loop;
  if found.id is not null and (found.stored is null or found.to_store > 100) then
    insert into search_count as s (
      studio_id, kind, pattern, snapshot, valid_until, total, created_at, id)
    values (studio, count_search.kind, wanted, found.snapshot, now() + interval '12 hours',
      coalesce(found.stored, 0) + found.to_store, found.created_at, found.id)
    on conflict on constraint search_count_pkey do update
      set snapshot = excluded.snapshot, valid_until = excluded.valid_until,
        total = excluded.total, created_at = excluded.created_at, id = excluded.id;
    delete from search_count s where s.studio_id = studio and (s.kind, s.pattern) in (
      select old.kind, old.pattern from search_count old where old.studio_id = studio
      order by old.valid_until desc offset 200);
  end if;
  return coalesce(found.stored, 0) + found.new;
end $$;
