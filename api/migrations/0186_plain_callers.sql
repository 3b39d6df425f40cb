-- The caller of a request is read when it arrives, so nothing follows the changes of their rows.

do $$
declare
  gone regprocedure;
begin
  for gone in
    select p.oid::regprocedure from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.proname in (
      'caller_version', 'renew_callers', 'renew_callers_of_domain', 'renew_callers_of_provider',
      'renew_callers_of_studio', 'renew_callers_of_territory', 'renew_people', 'renew_token',
      'lock_sources_of_membership', 'insert_rows')
  loop
    execute format('drop function %s cascade', gone);
  end loop;
end $$;
