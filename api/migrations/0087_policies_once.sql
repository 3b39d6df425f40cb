-- A policy that calls stated_studios() parses the setting again for each row, which was most of the
-- time of long scans. In a subselect it is evaluated once for each statement. These are the tables of
-- which one statement can read many rows; the others keep the plain call, because a subselect costs
-- more than a single row.
do $$
declare
  policy record;
  once text;
begin
  for policy in
    select p.polrelid::regclass as relation, pg_get_expr(p.polqual, p.polrelid) as shown,
      pg_get_expr(p.polwithcheck, p.polrelid) as written
    from pg_policy p
    where p.polname = 'caller' and p.polrelid = any (array[
      'asset', 'file', 'offline', 'offline_comment', 'preview', 'project', 'translation',
      'work_request', 'work_request_comment', 'work_request_history']::regclass[])
  loop
    once := '(select stated_\1())';
    call limit_rows(policy.relation,
      regexp_replace(regexp_replace(policy.shown, 'stated_(person)\(\)', once, 'g'),
        'stated_(studios|groups|vendor_studios)\(\)', once || '::text[]', 'g'),
      regexp_replace(regexp_replace(policy.written, 'stated_(person)\(\)', once, 'g'),
        'stated_(studios|groups|vendor_studios)\(\)', once || '::text[]', 'g'));
  end loop;
end $$;
