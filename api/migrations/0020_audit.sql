-- What people did, as they asked for it, in the commit of what it did. Written once: nothing changes an entry but the seal that covers it.
create table audit (
  id text primary key default new_id(),
  -- The order in which the seals take them.
  number bigint generated always as identity unique,
  at timestamptz not null default clock_timestamp(),
  by_id text,
  by_name text not null default '',
  token text,
  act text not null,
  about_kind text not null,
  about_id text,
  about_name text not null default '',
  -- Whose managers read it; none where it is the installation's alone.
  studios text[] not null default '{}',
  asked jsonb,
  request text,
  address text,
  seal bigint
);
create index audit_unsealed on audit (number) where seal is null;
create index audit_sealed on audit (seal, number);
create index audit_of_studio on audit using gin (studios);
create index audit_by on audit (by_id, number);
create index audit_about on audit (about_id, number);

-- Each covers the entries since the one before, and that one itself: whoever changes an entry has to make every later seal anew, and one that was kept elsewhere tells.
create table audit_seal (
  id bigint generated always as identity primary key,
  entries int not null,
  hash text not null,
  created_at timestamptz not null default now()
);

-- Free of any setting of the session: the same text whoever reads it.
create function audit_text(entry audit) returns text language sql immutable as $$
  select jsonb_build_array(entry.id, entry.number, extract(epoch from entry.at), entry.by_id, entry.by_name, entry.token, entry.act, entry.about_kind, entry.about_id, entry.about_name,
    entry.studios, entry.asked, entry.request, entry.address)::text
$$;

create function audit_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'audit' then
    if old.seal is null and new.seal is not null and audit_text(old) = audit_text(new) then return new; end if;
  end if;
  raise exception 'the audit is written once: % on % is not done', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger audit_stands before update or delete on audit for each row execute function audit_stands();
create trigger audit_is_whole before truncate on audit for each statement execute function audit_stands();
create trigger audit_seal_stands before update or delete on audit_seal for each row execute function audit_stands();
create trigger audit_seal_is_whole before truncate on audit_seal for each statement execute function audit_stands();
