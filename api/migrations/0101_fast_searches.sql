-- Most texts are ASCII, in which there are no accents. Looking for them took most of the time of
-- searches for common words. PostgreSQL inlines `fold`, but not a function that says it is immutable
-- and calls one that is not. The results stay the same, so indexes stay valid.
create function fold_accents(text) returns text language sql immutable strict parallel safe
  return lower(unaccent('unaccent'::regdictionary, $1));
create or replace function fold(text) returns text language sql immutable parallel safe
  return case when octet_length($1) = char_length($1) then lower($1) else fold_accents($1) end;

/*
 * How many audit entries contain a text that many of them contain. Entries never change, so the
 * number of those up to a certain one stays true.
 */
create table audit_search_count (
  /* Empty for the whole installation. */
  studio_id text not null,
  pattern text not null,
  up_to bigint not null,
  total bigint not null,
  counted_at timestamptz not null default now(),
  primary key (studio_id, pattern)
);
call protect_rows('audit_search_count');

/*
 * Counts the entries of a studio that match, and stores their number. It runs as the owner, because
 * policies would compare the studios of each entry twice. A transaction may add an entry after one
 * with a greater number, so those of the last hour are always counted.
 */
create function count_audit_search(wanted text, studio text) returns bigint language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  known audit_search_count;
  settled_up_to bigint;
  settled bigint;
  found bigint;
begin
  if current_setting('role') = 'reelay_service' and studio <> all (stated_studios()) then
    return 0;
  end if;
  select * into known from audit_search_count s where s.studio_id = studio and s.pattern = wanted;
  settled_up_to := (
    select a.number from audit a where a.at < now() - interval '1 hour'
    order by a.number desc limit 1);
  select count(*) filter (where a.number <= settled_up_to), count(*) into settled, found
  from audit a
  where (known.up_to is null or a.number > known.up_to) and a.search like wanted
    and (studio = '' or a.studios && array[studio]);
  if settled_up_to is not null
    and (known.up_to is null or settled_up_to - known.up_to > 10000) then
    insert into audit_search_count as s (studio_id, pattern, up_to, total)
    values (studio, wanted, settled_up_to, coalesce(known.total, 0) + settled)
    on conflict (studio_id, pattern) do update
      set up_to = excluded.up_to, total = excluded.total, counted_at = now()
      where s.up_to < excluded.up_to;
    delete from audit_search_count s where (s.studio_id, s.pattern) in (
      select old.studio_id, old.pattern from audit_search_count old
      order by old.counted_at desc offset 500);
  end if;
  return coalesce(known.total, 0) + found;
end $$;

/* Whether that number is stored. Then there are too many entries to look for their ids. */
create function is_common_in_audit(wanted text, studio text) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from audit_search_count s where s.studio_id = studio and s.pattern = wanted
      and (current_setting('role') is distinct from 'reelay_service'
        or studio = any (stated_studios())))
$$;
