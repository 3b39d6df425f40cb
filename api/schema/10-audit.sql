create function is_before_checkpoint(entry bigint, of_chain text) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from audit_link l join audit_checkpoint c on c.chain = l.chain
    where l.number = entry and l.chain = of_chain and c.position >= l.position);
end $$;

/* The log is append-only. Entries may only be removed from chains that a checkpoint has closed. */
create function protect_audit() returns trigger language plpgsql as $$
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
    -- The value of `search` is generated after this trigger.
    if new.studios <> '{}' and new.studios <@ old.studios
      and to_jsonb(new) - '{studios,input,search}'::text[]
        = to_jsonb(old) - '{studios,input,search}'::text[]
      and (
        select bool_and(is_before_checkpoint(old.number, id)) from unnest(old.studios) id
        where id <> all (new.studios)) then
      return new;
    end if;
  end if;
  raise exception 'The audit log is append-only: % on % is not allowed', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end $$;

create table audit (
  id text primary key default new_id(),
  -- The order in which the chains take entries.
  number bigint generated always as identity unique,
  at timestamptz not null default clock_timestamp(),
  by_id text,
  by_name text not null default '',
  token text,
  action text not null,
  about_kind text not null,
  about_id text,
  about_name text not null default '',
  -- Whose managers read it; empty: only admins of the installation.
  studios text[] not null default '{}',
  input jsonb,
  request text,
  address text,
  outcome text not null default 'done' check (outcome in ('done', 'refused')),
  search text not null generated always as (
    fold(about_name) || chr(31) || fold(by_name) || chr(31) || fold(action)) stored
);
create index audit_about on audit (about_id, number);
create index audit_action on audit (action text_pattern_ops);
create index audit_at on audit (at);
create index audit_by on audit (by_id, number);
create index audit_kind on audit (about_kind);
create index audit_of_studio on audit using gin (studios);
create index audit_search on audit using gin (search gin_trgm_ops);
create trigger protect_audit before delete or update on audit
  for each row execute function protect_audit();
create trigger protect_audit_from_truncate before truncate on audit
  for each statement execute function protect_audit();
call local_table('audit', 'studios && stated_studios() or by_id = stated_person()',
  written => 'by_id = stated_person()');

/* The chains: each hash covers the one before it and the entry. */
create table audit_link (
  -- The id of a studio, or `installation`.
  chain text not null,
  position bigint not null check (position > 0),
  number bigint not null,
  sealed_at timestamptz not null,
  hash text not null,
  primary key (chain, position),
  unique (number, chain)
);
create trigger protect_audit_link before delete or update on audit_link
  for each row execute function protect_audit();
create trigger protect_audit_link_from_truncate before truncate on audit_link
  for each statement execute function protect_audit();
call local_table('audit_link', 'chain = any (stated_studios())');

create table audit_checkpoint (
  chain text not null,
  position bigint not null check (position > 0),
  hash text not null,
  created_at timestamptz not null default now(),
  primary key (chain, position)
);
create trigger protect_audit_checkpoint before delete or update on audit_checkpoint
  for each row execute function protect_audit();
create trigger protect_audit_checkpoint_from_truncate before truncate on audit_checkpoint
  for each statement execute function protect_audit();
call local_table('audit_checkpoint', 'chain = any (stated_studios())', written => 'false');

create table audit_key (
  id text primary key,
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now()
);
call local_table('audit_key');

create table audit_shipping (
  id boolean primary key default true check (id),
  target text not null,
  positions jsonb not null default '{}',
  delivered_at timestamptz,
  failures integer not null default 0,
  failing_since timestamptz,
  error text
);
call local_table('audit_shipping');

create function search_audits(pattern text) returns setof text
language plpgsql stable parallel safe security definer set search_path from current as $$
begin
  return query
    select id from audit
    where search like pattern
      and (current_setting('role') <> 'reelay_service' or studios && stated_studios());
end $$;
