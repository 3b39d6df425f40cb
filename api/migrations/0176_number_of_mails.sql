-- The number of mails in the outbox is counted once.

/* How many mails were created until `created_until`, in one row. */
create unlogged table mail_count (
  is_single boolean primary key default true check (is_single),
  snapshot pg_snapshot not null,
  valid_until timestamptz not null,
  created_until timestamptz not null,
  total bigint not null
);
call protect_rows('mail_count');

/* Mails of the last two hours are counted each time. */
create function count_mails() returns bigint language plpgsql
  set search_path = public, pg_temp as $$
declare
  settled constant timestamptz := now() - interval '2 hours';
  taken constant pg_snapshot := pg_current_snapshot();
  known mail_count;
begin
  select * into known from mail_count c
  where c.valid_until > now() and not changed_since(array['mails'], c.snapshot);
  if known.total is null then
    insert into mail_count
    select true, taken, now() + interval '12 hours', settled, count(*)
    from mail m where m.created_at <= settled
    on conflict (is_single) do update
      set snapshot = excluded.snapshot, valid_until = excluded.valid_until,
        created_until = excluded.created_until, total = excluded.total
    returning * into known;
  end if;
  return known.total + (select count(*) from mail m where m.created_at > known.created_until);
end $$;

create function invalidate_mails() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (dependency)
  select 'mails' where exists (
    select from removed where created_at < now() - interval '1 hour');
  return null;
end $$;
create trigger invalidate_mails_delete after delete on mail
  referencing old table as removed
  for each statement execute function invalidate_mails();
