-- People are listed and searched without the policy of person (docs/decisions/0085). The view shows
-- everybody, so its readers join it with memberships, which have a policy.
alter table person
  add column name_folded text not null generated always as (fold(name)) stored;
create index person_search on person using gin (name_folded gin_trgm_ops, email gin_trgm_ops);

create view person_list as
  select id, name, name_folded, email, roles, created_at
  from person
  where disabled_at is null and not guest;
revoke insert, update, delete on person_list from reelay_system, reelay_service;

/* Lists read thousands of memberships: state the studios once for each statement. */
alter policy caller on membership
  using (studio_id = any ((select stated_studios())::text[])
    or person_id = (select stated_person()))
  with check (studio_id = any ((select stated_studios())::text[]));
