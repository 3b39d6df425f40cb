-- Studios can limit how long events, notifications, downloads and audit entries are kept
-- (docs/decisions/0121).

/*
 * Up to this position, the entries of a chain were deleted because they were too old. The chain goes
 * on from this hash. The entry of the deletion is in the log and names both.
 */
create table audit_checkpoint (
  chain text not null,
  position bigint not null check (position > 0),
  hash text not null,
  created_at timestamptz not null default now(),
  primary key (chain, position)
);
call protect_rows('audit_checkpoint');
call show_rows('audit_checkpoint', 'chain = any ((select stated_studios())::text[])', 'false');
create trigger protect_audit_checkpoint before update or delete on audit_checkpoint
  for each row execute function protect_audit();
create trigger protect_audit_checkpoint_from_truncate before truncate on audit_checkpoint
  for each statement execute function protect_audit();

create function is_before_checkpoint(entry bigint, of_chain text) returns boolean
  language sql stable
  return exists (
    select from audit_link l join audit_checkpoint c on c.chain = l.chain
    where l.number = entry and l.chain = of_chain and c.position >= l.position);

/*
 * Only what a checkpoint covers can be removed: an entry if it does in all chains of the entry, and
 * otherwise a studio from the entry.
 */
create or replace function protect_audit() returns trigger language plpgsql as $$
begin
  if tg_level = 'ROW' and tg_table_name = 'audit_link' and tg_op = 'DELETE' then
    if is_before_checkpoint(old.number, old.chain) then
      return old;
    end if;
  elsif tg_level = 'ROW' and tg_table_name = 'audit' and tg_op = 'DELETE' then
    if old.studios <> '{}' and (
      select bool_and(is_before_checkpoint(old.number, id)) from unnest(old.studios) id) then
      return old;
    end if;
  elsif tg_level = 'ROW' and tg_table_name = 'audit' and tg_op = 'UPDATE' then
    -- `search` is generated later.
    if new.studios <> '{}' and new.studios <@ old.studios
      and to_jsonb(new) - '{studios,asked,search}'::text[] = to_jsonb(old) - '{studios,asked,search}'::text[]
      and (
        select bool_and(is_before_checkpoint(old.number, id)) from unnest(old.studios) id
        where id <> all (new.studios)) then
      return new;
    end if;
  end if;
  raise exception 'The audit log is append-only: % on % is not allowed', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end $$;

/* The counts of entries that are deleted, and of entries that a studio loses. */
create function count_removed_audit() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into row_count as c (
    kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot, total)
  select 'audit', s.id, '', '', '', '', '', true, count_slot(), -count(*)
  from removed r cross join unnest(r.studios || array['']) s (id)
  group by s.id order by s.id
  on conflict (kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot)
  do update set total = c.total + excluded.total;
  return null;
end $$;
create trigger count_delete after delete on audit referencing old table as removed
  for each statement execute function count_removed_audit();

create function count_studios_of_audit() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  with changed as materialized (
    select s.id as studio_id, r.number >> 12 as bucket, -1 as change
    from removed r cross join unnest(r.studios) s (id)
    union all
    select s.id, r.number >> 12, 1 from added r cross join unnest(r.studios) s (id)),
  by_bucket as (
    insert into bucket_count as c (kind, studio_id, bucket, slot, total)
    select 'audit', studio_id, bucket, count_slot(), sum(change) from changed
    group by studio_id, bucket having sum(change) <> 0 order by studio_id, bucket
    on conflict (kind, studio_id, bucket, slot) do update set total = c.total + excluded.total)
  insert into row_count as c (
    kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot, total)
  select 'audit', studio_id, '', '', '', '', '', true, count_slot(), sum(change) from changed
  group by studio_id having sum(change) <> 0 order by studio_id
  on conflict (kind, studio_id, person_id, type, status, territory, vendor_id, offered, slot)
  do update set total = c.total + excluded.total;
  return null;
end $$;
create trigger count_update after update on audit referencing old table as removed
  new table as added for each statement execute function count_studios_of_audit();

/*
 * As before, but nothing is stored while entries are deleted (the lock `auditPruning`): the number
 * would contain entries that are gone.
 */
create or replace function count_audit_search(wanted text, studio text) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  known audit_search_count;
  settled_up_to bigint;
  settled bigint;
  found bigint;
  may_store boolean;
begin
  if current_setting('role') = 'reelay_service' and studio <> all (stated_studios()) then
    return 0;
  end if;
  may_store := pg_try_advisory_xact_lock_shared(7309142);
  select * into known from audit_search_count s where s.studio_id = studio and s.pattern = wanted;
  settled_up_to := (
    select a.number from audit a where a.at < now() - interval '1 hour'
    order by a.number desc limit 1);
  select count(*) filter (where a.number <= settled_up_to), count(*) into settled, found
  from audit a
  where (known.up_to is null or a.number > known.up_to) and a.search like wanted
    and (studio = '' or a.studios && array[studio]);
  if may_store and settled_up_to is not null
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

/* The oldest notifications of a studio. */
create index notification_age on notification (studio_id, created_at);
