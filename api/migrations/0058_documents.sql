-- One store of prepared replies for all kinds of records (docs/decisions/0086). The text of a reply
-- is kept with the places where something depends on the reader. It is valid while its snapshot
-- includes every invalidation of its dependencies. The table is not logged: a crash empties it.
drop table work_request_document;
create unlogged table document (
  kind text not null,
  record_id text not null,
  studio_id text not null,
  vendors text[] not null,
  snapshot pg_snapshot not null,
  valid_until timestamptz not null,
  dependencies text[] not null,
  variant text not null,
  etag text not null,
  facts text not null,
  body text not null,
  primary key (kind, record_id)
);
create index document_age on document (valid_until);
call protect_rows('document');
/* People of a vendor see a document only if nothing in it belongs to another vendor. */
call show_rows('document', 'studio_id = any (stated_studios())
  and (studio_id <> all (stated_vendor_studios()) or vendors <@ stated_groups())');

/*
 * The versions of all rows from which the caller of a token is made, or null if the token is not
 * valid. As long as the text is the same, so is the caller. A token that was not used for a minute
 * has none, so that the service reads it and records its use. A transaction that has written has none
 * either: two of its changes of a row have the same version.
 */
create function caller_version(of_email text, of_digest text, verified_minutes int) returns text
  language sql stable parallel safe security definer
begin atomic
  select concat_ws(' ', t.xmin, p.xmin, 
    t.verified_at > now() - make_interval(mins => verified_minutes),
    array(
      select m.xmin::text || ' ' || s.xmin::text
      from membership m join studio s on s.id = m.studio_id where m.person_id = p.id),
    array(select gp.xmin from group_person gp where gp.person_id = p.id),
    array(select rm.xmin from request_member rm where rm.person_id = p.id),
    (select ss.xmin from sso_session ss where ss.token_id = t.id))
  from token t join person p on p.id = t.person_id
  where t.digest = of_digest and p.email = of_email
    and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
    and (t.idle_timeout is null or t.used_at > now() - t.idle_timeout)
    and t.used_at >= now() - interval '1 minute'
    and p.approved and p.disabled_at is null and not p.guest
    and pg_current_xact_id_if_assigned() is null;
end;

/*
 * Sign-in providers and the codes of territories change rarely. Their change writes a new version of
 * the studio or of the memberships, so that the function above need not read them.
 */
create function renew_callers_of_provider() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update studio set slug = slug where id in (old.studio_id, new.studio_id);
  return null;
end $$;
create trigger renew_callers
  after insert or delete or update of studio_id, active, required on identity_provider
  for each row execute function renew_callers_of_provider();

create function renew_callers_of_domain() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update studio set slug = slug where id in (
    select studio_id from identity_provider where id in (old.provider_id, new.provider_id));
  return null;
end $$;
create trigger renew_callers
  after insert or delete or update of provider_id, domain, verified_at on identity_domain
  for each row execute function renew_callers_of_domain();

create function renew_callers_of_territory() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update membership set territory_id = territory_id where territory_id = new.id;
  return null;
end $$;
create trigger renew_callers after update of code on territory
  for each row execute function renew_callers_of_territory();

/*
 * What an asset shows to a reader besides its own columns: the languages of finished requests and
 * approved translations, and feedback. Other requests of the asset depend on it too.
 */
create function invalidate_asset_view() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (dependency)
  select distinct 'view ' || asset_id
  from unnest(array[old.asset_id, new.asset_id]) asset_id where asset_id is not null;
  return null;
end $$;
create trigger invalidate_asset_view after insert or update or delete on feedback
  for each row execute function invalidate_asset_view();
create trigger invalidate_asset_view_insert after insert on work_request
  for each row when (new.status = 'complete') execute function invalidate_asset_view();
create trigger invalidate_asset_view after update on work_request
  for each row when (old.status = 'complete' or new.status = 'complete'
    or old.vendor_id is distinct from new.vendor_id or old.territory is distinct from new.territory)
  execute function invalidate_asset_view();
create trigger invalidate_asset_view_delete after delete on work_request
  for each row when (old.status = 'complete') execute function invalidate_asset_view();
create trigger invalidate_asset_view_insert after insert on translation
  for each row when (new.status = 'approved') execute function invalidate_asset_view();
create trigger invalidate_asset_view after update on translation
  for each row when (old.status = 'approved' or new.status = 'approved')
  execute function invalidate_asset_view();
create trigger invalidate_asset_view_delete after delete on translation
  for each row when (old.status = 'approved') execute function invalidate_asset_view();

create or replace function invalidate_text_track() returns trigger language plpgsql as $$
begin
  insert into cache_invalidation (dependency)
  select work_request_id from translation where text_track_id = new.id
  union all
  select 'view ' || asset_id from translation
  where text_track_id = new.id and status = 'approved';
  return null;
end $$;

/* An asset shows whether one of its files is under embargo, also a new one. */
create trigger invalidate_cache_insert after insert on file
  for each row when (new.embargo_end is not null or new.embargo_event)
  execute function invalidate_asset();
