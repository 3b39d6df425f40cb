/* The service logs in as reelay_system and takes the role reelay_service for a caller. */
do $$
begin
  if not pg_has_role('reelay_system', 'reelay_service', 'set') then
    alter role reelay_system login;
    alter role reelay_service login;
    grant reelay_service to reelay_system with inherit false, set true;
  end if;
exception when insufficient_privilege then
  raise exception '% may not change the roles reelay_system and reelay_service. Change %',
    current_user, 'them as docs/run/postgresql.md describes, then start again';
end $$;
