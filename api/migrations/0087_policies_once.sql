-- A policy that calls stated_studios() parses the setting again for each row, which was a large part
-- of the time of long scans. In a subselect it is evaluated once for each statement. These are the
-- tables of which one statement can read many rows; the others keep the plain call, because a
-- subselect costs more than a single row.
--
-- PostgreSQL can turn an EXISTS in a policy into a table of all visible requests, also for a page of
-- 25 translations. A scalar subselect always looks up the one request.
do $$
declare
  policy record;
  once constant text := '(select stated_\1())';
  conditions text[];
begin
  for policy in
    select p.polrelid::regclass as relation, array[pg_get_expr(p.polqual, p.polrelid),
      pg_get_expr(p.polwithcheck, p.polrelid)] as conditions
    from pg_policy p
    where p.polname = 'caller' and p.polrelid = any (array[
      'asset', 'event', 'file', 'offline', 'offline_comment', 'preview', 'project', 'translation',
      'work_request', 'work_request_comment', 'work_request_history']::regclass[])
  loop
    conditions := policy.conditions;
    for i in 1..2 loop
      if policy.relation <> 'event'::regclass then
        conditions[i] := regexp_replace(conditions[i], 'stated_(person)\(\)', once, 'g');
        conditions[i] := regexp_replace(conditions[i],
          'stated_(studios|groups|vendor_studios)\(\)', once || '::text[]', 'g');
      end if;
      conditions[i] := regexp_replace(conditions[i],
        'EXISTS \( SELECT\s+FROM work_request w\s+WHERE (\(w\.id = \w+\.work_request_id\))\)',
        '(select true from work_request w where \1)', 'g');
    end loop;
    call limit_rows(policy.relation, conditions[1], conditions[2]);
  end loop;
end $$;
