-- Every studio gets a hash chain of its audit entries, the installation one for the entries of no
-- studio. Entries are never updated: the chains are in a table of their own, to which rows are only
-- added.
create table audit_link (
  -- The studio's id, or `installation`.
  chain text not null,
  position bigint not null check (position > 0),
  number bigint not null,
  sealed_at timestamptz not null,
  hash text not null,
  primary key (chain, position),
  unique (number, chain)
);

-- Signs the heads of the chains. Former keys stay, to verify what they signed.
create table audit_key (
  id text primary key,
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now()
);

-- One row: what the configured place has received, and why the last attempt failed.
create table audit_shipping (
  id boolean primary key default true check (id),
  target text not null,
  positions jsonb not null default '{}',
  delivered_at timestamptz,
  failures int not null default 0,
  failing_since timestamptz,
  error text
);

-- The former seals cover all entries together. Their verification becomes an entry of the
-- installation, so that a change made before this migration stays visible.
insert into audit (act, about_kind, about_name, asked)
select 'migration 0030_audit_chains', 'installation', 'Former audit seals', jsonb_build_object(
  'seals', count(*),
  'head', (select hash from audit_seal order by id desc limit 1),
  'firstBrokenSeal', min(id) filter (where hash <> expected or entries <> found))
from (
  select s.id, s.hash, s.entries, sealed.found, encode(sha256(convert_to(
    coalesce(lag(s.hash) over (order by s.id), '') || e'\n' || coalesce(sealed.text, ''),
    'utf8')), 'hex') as expected
  from audit_seal s
  left join lateral (
    select string_agg(audit_text(a), e'\n' order by a.number) as text, count(*) as found
    from audit a where a.seal = s.id
  ) sealed on true
) seals
having count(*) > 0;

drop table audit_seal;
drop function audit_text(audit);
drop index audit_sealed;
drop index audit_unsealed;
alter table audit drop column seal;

create or replace function protect_audit() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only: % on % is not allowed', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end $$;

create trigger protect_audit_link before update or delete on audit_link
  for each row execute function protect_audit();
create trigger protect_audit_link_from_truncate before truncate on audit_link
  for each statement execute function protect_audit();
