-- Searches by name use the trigram indexes again (docs/decisions/0079). A policy bars them, because
-- LIKE is not leakproof. These functions run as the owner, and find only rows of the studios that the
-- connection has stated. They return ids; the policies decide again about the rows.
do $$
declare
  relation text;
begin
  foreach relation in array array['asset', 'file', 'project'] loop
    execute format('
      create function search_%1$ss(pattern text) returns setof text
        language sql stable parallel safe security definer rows 1000
        set search_path = public, pg_temp
      begin atomic
        select id from %1$I
        where name_folded like pattern and (
          (select current_setting(''role'')) is distinct from ''reelay_service''
          or studio_id = any ((select stated_studios())::text[]));
      end', relation);
  end loop;
end $$;
