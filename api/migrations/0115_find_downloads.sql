-- Pages of the downloads of one studio. The functions find ids only, as the owner: policies would be
-- evaluated for every download on the way, and the plan of one long statement takes as long to start
-- as the page to read. The policies decide again about the rows of the page.

/* Whether the caller may see all downloads of a studio, as the policy says. */
create function reads_downloads_of(studio text) returns boolean language sql stable
  return current_setting('role') is distinct from 'reelay_service'
    or (studio = any (stated_studios()) and studio <> all (stated_vendor_studios()));

/* Ranks count from the oldest download, 1, to the newest, `total`. A page goes down from `top`. */
create function find_downloads(studio text, skip bigint, wanted bigint, newest_first boolean,
  out total bigint, out ids text[]) language plpgsql stable security definer
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  last download_anchor;
  anchor download_anchor;
  top bigint;
begin
  total := 0;
  ids := '{}';
  if not reads_downloads_of(studio) then
    return;
  end if;
  select * into last from download_anchor a where a.studio_id = studio
  order by a.position desc limit 1;
  select coalesce(last.position, 0) + count(*) into total from download d
  where d.studio_id = studio and (d.created_at, d.id)
    > (coalesce(last.created_at, '-infinity'), coalesce(last.id, ''));
  wanted := least(wanted, total - skip);
  if wanted <= 0 then
    return;
  end if;
  top := case when newest_first then total - skip else skip + wanted end;
  if top <= last.position then
    select * into anchor from download_anchor a
    where a.studio_id = studio and a.position >= top order by a.position limit 1;
  end if;
  ids := array(
    select d.id from download d
    where d.studio_id = studio and (d.created_at, d.id)
      <= (coalesce(anchor.created_at, 'infinity'), coalesce(anchor.id, ''))
    order by d.created_at desc, d.id desc
    offset coalesce(anchor.position, total) - top limit wanted);
end $$;

/*
 * The same for a stored search. `total` is null if it is not stored, or if names have changed since.
 * `is_outdated` is whether it is worth storing again.
 */
create function find_stored_downloads(studio text, wanted_pattern text, skip bigint, wanted bigint,
  newest_first boolean, out total bigint, out ids text[], out is_outdated boolean)
  language plpgsql stable security definer
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  known download_search;
  recent text[];
  read bigint;
  top bigint;
begin
  if not reads_downloads_of(studio) then
    return;
  end if;
  select * into known from download_search s
  where s.studio_id = studio and s.pattern = wanted_pattern and s.valid_until > now()
    and not exists (
      select from cache_invalidation c
      where c.dependency = 'names ' || studio
        and c.transaction_id >= pg_snapshot_xmin(s.snapshot)
        and changed_after(c.transaction_id, s.snapshot));
  if known.id is null then
    return;
  end if;
  select count(*), count(*) filter (where d.created_at < now() - interval '1 minute') > 100,
    array_agg(d.id order by d.created_at, d.id) filter (where d.hit)
  into read, is_outdated, recent
  from (
    select d.created_at, d.id, (
      select f.name_folded like wanted_pattern or a.name_folded like wanted_pattern
        or p.name_folded like wanted_pattern
      from file f join asset a on a.id = f.asset_id join project p on p.id = f.project_id
      where f.id = d.file_id and f.studio_id = studio) as hit
    from (
      select d.created_at, d.id, d.file_id from download d
      where d.studio_id = studio and (d.created_at, d.id) > (known.created_at, known.download_id)
      order by d.created_at, d.id limit 1001) d) d;
  /* It would take too long to compare more names. */
  if read > 1000 then
    return;
  end if;
  total := known.total + coalesce(cardinality(recent), 0);
  wanted := greatest(least(wanted, total - skip), 0);
  top := case when newest_first then total - skip else skip + wanted end;
  ids := array(
    select found.id from (
      select r.id, known.total + r.number as rank from unnest(recent) with ordinality r (id, number)
      where top > known.total
      union all
      select d.id, b.hits_before + row_number() over (partition by b.hits_before order by d.number)
      from download_search_block b
      cross join lateral (
        select d.id, row_number() over (order by d.created_at, d.id) as number
        from download d
        where d.studio_id = studio and (d.created_at, d.id) > (b.created_at, b.id)
        order by d.created_at, d.id limit length(b.hits)) d
      where b.search_id = known.id and b.hits_before < top
        and b.hits_before > top - wanted - 250
        and b.hits_before + bit_count(b.hits) > top - wanted
        and get_bit(b.hits, d.number::integer - 1) = 1) found
    where found.rank <= top and found.rank > top - wanted
    order by found.rank desc);
end $$;
