-- Pages of the downloads of some asset types (docs/decisions/0143).

/*
 * How many downloads of each asset type there are between the anchor before and this one. Null if that
 * must be counted: a job does it. Positions change when old downloads are deleted, times do not.
 */
alter table download_anchor add column type_counts jsonb;
create index download_anchor_time on download_anchor (studio_id, created_at, id);

/* Downloads after the first of these keys and up to the second. */
create function count_download_types(studio text, after_time timestamptz, after_id text,
  to_time timestamptz, to_id text) returns jsonb language sql stable
  set search_path = public, pg_temp as $$
  select coalesce(jsonb_object_agg(counted.type_id, counted.count), '{}')
  from (
    /* PostgreSQL expects many downloads, and would read all assets for a join. */
    select (select a.type_id from asset a where a.id = d.asset_id) as type_id, count(*)
    from download d
    where d.studio_id = studio and (d.created_at, d.id) > (after_time, after_id)
      and (d.created_at, d.id) <= (to_time, to_id)
    group by 1) counted
$$;

/* The job that counts holds the same lock, so it cannot count the former type afterwards. */
create function clear_download_types() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7309125);
  update download_anchor set type_counts = null
  where (studio_id, position) in (
    select next.studio_id, next.position from download d
    cross join lateral (
      select a.studio_id, a.position from download_anchor a
      where a.studio_id = d.studio_id and (a.created_at, a.id) >= (d.created_at, d.id)
      order by a.created_at, a.id limit 1) next
    where d.asset_id = new.id);
  return null;
end $$;
create trigger clear_download_types after update on asset for each row
  when (old.type_id is distinct from new.type_id) execute function clear_download_types();

/*
 * As find_downloads, for the downloads of some types: only the blocks between two anchors that the page
 * needs are read. Ranks count from the oldest of these downloads, 1, to the newest, `total`, which is
 * null if too many blocks are not counted yet.
 */
create function find_downloads_of_types(studio text, types text[], skip bigint, wanted bigint,
  newest_first boolean, out total bigint, out ids text[]) language plpgsql stable security definer
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  total := 0;
  ids := '{}';
  if not reads_downloads_of(studio) then
    return;
  end if;
  if (select count(*) > 20 from download_anchor a
    where a.studio_id = studio and a.type_counts is null) then
    total := null;
    return;
  end if;
  with block as materialized (
    select a.created_at, a.id, a.type_counts,
      lag(a.created_at, 1, '-infinity') over (order by a.position) as after_time,
      lag(a.id, 1, '') over (order by a.position) as after_id
    from download_anchor a where a.studio_id = studio
    union all
    /* Downloads after the last anchor. */
    select 'infinity', '', null, coalesce(last.created_at, '-infinity'), coalesce(last.id, '')
    from (values (1)) one left join lateral (
      select a.created_at, a.id from download_anchor a where a.studio_id = studio
      order by a.position desc limit 1) last on true),
  counted as materialized (
    select b.*, (
      select sum((known.counts ->> one.type)::bigint)
      from (
        select coalesce(b.type_counts, count_download_types(
          studio, b.after_time, b.after_id, b.created_at, b.id)) as counts offset 0) known
      cross join unnest(types) one (type)) as hits
    from block b),
  ranked as materialized (
    select c.*, sum(c.hits) over (order by c.created_at, c.id) as through
    from counted c where c.hits > 0),
  requested as materialized (
    select coalesce(max(r.through), 0)::bigint as total from ranked r),
  page as materialized (
    select case when newest_first then q.total - skip else least(skip + wanted, q.total) end as top,
      greatest(least(wanted, q.total - skip), 0) as size
    from requested q)
  select q.total, array(
    select found.id from (
      select d.id, r.through - r.hits
        + row_number() over (partition by r.through order by d.created_at, d.id) as rank
      from page p
      join ranked r on r.through > p.top - p.size and r.through - r.hits < p.top
      cross join lateral (
        select d.id, d.created_at, d.asset_id from download d
        where d.studio_id = studio and (d.created_at, d.id) > (r.after_time, r.after_id)
          and (d.created_at, d.id) <= (r.created_at, r.id) offset 0) d
      where (select a.type_id from asset a where a.id = d.asset_id) = any (types)) found
    where found.rank <= (select p.top from page p) and found.rank > (select p.top - p.size from page p)
    order by found.rank desc)
  into total, ids from requested q;
end $$;
