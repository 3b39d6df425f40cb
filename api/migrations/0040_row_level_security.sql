-- Row-level security: the second wall between studios (docs/decisions/0057). The service uses two
-- roles that own nothing. reelay_system sees all rows; reelay_service sees the rows of the caller
-- that its connection has stated.

do $$
declare
  role_name text;
begin
  foreach role_name in array array['reelay_system', 'reelay_service'] loop
    begin
      if not exists (select from pg_roles where rolname = role_name) then
        execute format('create role %I nologin', role_name);
      end if;
    exception when duplicate_object or unique_violation then
      -- Roles belong to the server: another installation on it creates the same ones.
      null;
    end;
    -- The owner works with the rows as the system. It uses reelay_service only with SET ROLE.
    if not pg_has_role(role_name, 'set')
      or (role_name = 'reelay_system' and not pg_has_role(role_name, 'usage')) then
      execute format('grant %I to current_user with set true, inherit %s', role_name,
        (role_name = 'reelay_system')::text);
    end if;
  end loop;
exception when insufficient_privilege then
  raise exception 'the account % may not create the roles reelay_system and reelay_service. Create them as docs/run/postgresql.md describes, then start again',
    current_user;
end $$;

grant usage on schema public to reelay_system, reelay_service;
grant select, insert, update, delete on all tables in schema public
  to reelay_system, reelay_service;
grant usage, select, update on all sequences in schema public to reelay_system, reelay_service;
alter default privileges in schema public
  grant select, insert, update, delete on tables to reelay_system, reelay_service;
alter default privileges in schema public
  grant usage, select, update on sequences to reelay_system, reelay_service;

/* The studios and the person that the connection has stated. Nothing is visible without them. */
create function stated_studios() returns text[] language sql stable parallel safe
  return coalesce(nullif(current_setting('reelay.studios', true), ''), '{}')::text[];
create function stated_person() returns text language sql stable parallel safe
  return nullif(current_setting('reelay.person', true), '');

/*
 * For the migration of a new table: only the system sees its rows, until it gets a policy for
 * reelay_service.
 */
create procedure protect_rows(relation regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', relation);
  execute format('alter table %s force row level security', relation);
  execute format(
    'create policy system on %s to reelay_system using (true) with check (true)', relation);
end $$;

create procedure show_rows(relation regclass, condition text, written text default null)
language plpgsql as $$
begin
  execute format('create policy caller on %s to reelay_service using (%s) with check (%s)',
    relation, condition, coalesce(written, condition));
end $$;

/*
 * A plain call is evaluated for each row, which costs less than the subselect for few rows: a
 * statement that reads one record can have dozens of them.
 */
create procedure show_rows_of_studio(relation regclass) language plpgsql as $$
begin
  call show_rows(relation, 'studio_id = any (stated_studios())');
end $$;

do $$
declare
  relation regclass;
begin
  for relation in
    select c.oid from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  loop
    call protect_rows(relation);
  end loop;

  foreach relation in array array[
    'asset', 'file', 'group_studio', 'identity_provider', 'offline', 'offline_comment', 'preview',
    'project', 'project_term', 'scim_group', 'scim_token', 'scim_user', 'script',
    'translation', 'upload', 'webhook', 'work_request', 'work_request_comment',
    'work_request_history']::regclass[]
  loop
    call show_rows_of_studio(relation);
  end loop;
  -- Tables of which one statement reads many rows.
  foreach relation in array array[
    'download_anchor', 'download_count', 'event', 'memory_unit', 'notification',
    'text_track']::regclass[]
  loop
    call show_rows(relation, 'studio_id = any ((select stated_studios())::text[])');
  end loop;
end $$;

call show_rows('studio', 'id = any (stated_studios())');
/* People see all their own rows, and write only rows of the stated studios. */
call show_rows('download',
  'studio_id = any ((select stated_studios())::text[]) or person_id = (select stated_person())',
  'studio_id = any ((select stated_studios())::text[])');
call show_rows('membership',
  'studio_id = any (stated_studios()) or person_id = stated_person()',
  'studio_id = any (stated_studios())');
call show_rows('audit',
  'studios && (select stated_studios())::text[] or by_id = (select stated_person())',
  'by_id = (select stated_person())');
call show_rows('audit_link', 'chain = any ((select stated_studios())::text[])');

/* Parts of a record: visible with the record. */
call show_rows('asset_view', 'exists (select from asset where asset.id = asset_id)');
call show_rows('feedback', 'exists (select from asset where asset.id = asset_id)');
call show_rows('media', 'exists (select from file where file.id = file_id)');
call show_rows('media_step', 'exists (select from file where file.id = file_id)');
call show_rows('rendition', 'exists (select from file where file.id = file_id)');
call show_rows('rendition_part', 'exists (select from rendition where rendition.id = rendition_id)');
call show_rows('trace_code', 'exists (select from file where file.id = file_id)');
call show_rows('text_track_line',
  'exists (select from text_track where text_track.id = text_track_id)');
call show_rows('text_track_line_version',
  'exists (select from text_track where text_track.id = text_track_id)');
call show_rows('text_track_revision',
  'exists (select from text_track where text_track.id = text_track_id)');
call show_rows('presence', 'exists (select from translation where translation.id = translation_id)');
call show_rows('encode', 'exists (select from work_request where work_request.id = work_request_id)');
call show_rows('material',
  'exists (select from work_request where work_request.id = work_request_id)');
call show_rows('work_request_document',
  'exists (select from work_request where work_request.id = work_request_id)');
call show_rows('work_request_file',
  'exists (select from work_request where work_request.id = work_request_id)');
call show_rows('webhook_delivery', 'exists (select from webhook where webhook.id = webhook_id)');
call show_rows('identity_domain',
  'exists (select from identity_provider where identity_provider.id = provider_id)');

/* Groups can have several studios. Their members are visible with them. */
call show_rows('group_person', 'person_id = stated_person()
  or exists (select from group_studio gs where gs.group_id = group_person.group_id)',
  'exists (select from group_studio gs where gs.group_id = group_person.group_id)');
call show_rows('people_group', 'exists (select from group_studio gs where gs.group_id = id)
  or exists (select from group_person gp
    where gp.group_id = id and gp.person_id = stated_person())');

/*
 * Workflows belong to the installation. One that names groups or people is visible to their studios
 * and to studios with an asset that uses it.
 */
call show_rows('workflow', '
  not jsonb_path_exists(definition, ''$.phases.*.groups[*]'')
    and not jsonb_path_exists(definition, ''$.phases.*.users[*]'')
  or exists (
    select from jsonb_path_query(definition, ''$.phases.*.groups[*].id'') named (id)
    join group_studio gs on gs.group_id = named.id #>> ''{}'')
  or exists (
    select from jsonb_path_query(definition, ''$.phases.*.users[*]'') named (id)
    join membership m on m.person_id = named.id #>> ''{}'')
  or exists (select from asset a where a.workflow_id = workflow.id)');

/* People of the same studio, people that a SCIM client of the studio manages, and admins. */
call show_rows('person', 'id = stated_person()
  or exists (select from membership m where m.person_id = person.id)
  or ''admin'' = any (roles)
  or exists (select from scim_user su where su.person_id = person.id)');
call show_rows('token', 'person_id = stated_person()');
call show_rows('sso_session', 'exists (select from token where token.id = token_id)',
  'studio_id = any (stated_studios()) and exists (select from token where token.id = token_id)');
call show_rows('twofactor', 'person_id = stated_person()');
call show_rows('identity', 'person_id = stated_person()',
  'person_id = stated_person()
    and exists (select from identity_provider where identity_provider.id = provider_id)');
call show_rows('passkey', 'person_id = stated_person()');
call show_rows('idempotency', 'person_id = stated_person()');
call show_rows('download_budget', 'person_id = stated_person()');

/* Shared by all studios. The same bytes are stored once. */
call show_rows('asset_type', 'true');
call show_rows('territory', 'true');
call show_rows('object', 'true');
call show_rows('cache_invalidation', 'true');
call show_rows('failed_sign_in', 'true');
/* Callers add jobs. Only the system reads and runs them. */
create policy caller on job for insert to reelay_service with check (true);

/* The view checks the rows of the reader, not of its owner. */
alter view viewer set (security_invoker = true);

/* Records show who wrote them, also after that person has left the studio. */
create view person_summary as
  select id, name, email, invited, approved, registered, confirmed from person;
/* Whether the caller manages all studios of a person depends on studios they do not see. */
create view person_studio as select person_id, studio_id from membership;
revoke insert, update, delete on person_summary, person_studio
  from reelay_system, reelay_service;
