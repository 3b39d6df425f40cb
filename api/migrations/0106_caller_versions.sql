-- The version of a caller is the version of two rows (docs/decisions/0113): the token, and the person.
-- A change of anything else that decides what the person may do writes a new version of the person,
-- so a request need not read memberships, groups, studios and invitations.

/* Changes no value. No index and no trigger depends on `invited`. */
create function renew_people(people text[]) returns void language sql security definer
  set search_path = public, pg_temp as $$
  with renewed as materialized (
    select id from person where id = any (people) order by id for no key update)
  update person p set invited = p.invited from renewed where p.id = renewed.id
$$;

create function renew_callers() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform renew_people(array[old.person_id, new.person_id]);
  return null;
end $$;
create trigger renew_callers after insert or update or delete on group_person
  for each row execute function renew_callers();
create trigger renew_callers after insert or update or delete on request_member
  for each row execute function renew_callers();
create trigger renew_callers after insert or update or delete on membership
  for each row execute function renew_callers();

/*
 * A change of a studio or of the code of a territory renews the members that it sees. The locks make
 * it wait for new members, and new members wait for it.
 */
create function lock_sources_of_membership() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform from studio where id = new.studio_id for share;
  perform from territory where id = new.territory_id for share;
  return new;
end $$;
create trigger lock_sources before insert or update of studio_id, territory_id on membership
  for each row execute function lock_sources_of_membership();

create function renew_callers_of_studio() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform renew_people(array(select person_id from membership where studio_id = new.id));
  return null;
end $$;
create trigger renew_callers after update on studio
  for each row execute function renew_callers_of_studio();

/* A new token has its session from the start. */
create function renew_token() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update token set name = name where id in (old.token_id, new.token_id);
  return null;
end $$;
create trigger renew_token after insert or update or delete on sso_session
  for each row execute function renew_token();

/*
 * Null if the token is not valid. A token that was not used for a minute has no version, so that the
 * service reads it and records its use. A transaction that has written has none either: two of its
 * changes of a row have the same version.
 */
create or replace function caller_version(of_email text, of_digest text, verified_minutes int)
  returns text language sql stable parallel safe security definer
begin atomic
  select t.xmin || ' ' || p.xmin
    || case when t.verified_at > now() - make_interval(mins => verified_minutes) then ' v' else '' end
  from token t join person p on p.id = t.person_id
  where t.digest = of_digest and p.email = of_email
    and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
    and (t.idle_timeout is null or t.used_at > now() - t.idle_timeout)
    and t.used_at >= now() - interval '1 minute'
    and p.approved and p.disabled_at is null and not p.guest
    and pg_current_xact_id_if_assigned() is null;
end;
