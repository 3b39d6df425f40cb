-- A vendor works on a request only after it has accepted it, and sees nothing of a request that it
-- declined (docs/decisions/0076).

/* The answer of the vendor in `vendor_id`. */
alter table work_request add column vendor_answer text
  check (vendor_answer in ('accepted', 'declined'));
update work_request w set vendor_answer = x.decision
from work_request_assignment x
where x.work_request_id = w.id and x.ended_at is null and x.decision is not null
  and w.vendor_id is not null;

call limit_rows('work_request', 'studio_id = any (stated_studios())
  and (vendor_id is null
    or vendor_id = any (stated_groups()) and vendor_answer is distinct from ''declined''
    or owner_id = stated_person() or studio_id <> all (stated_vendor_studios()))');

/* What a vendor adds when it works. */
do $$
declare
  relation regclass;
begin
  foreach relation in array array[
    'offline', 'request_invitation', 'work_request_file', 'work_request_history']::regclass[]
  loop
    execute format('create policy accepted on %s as restrictive for insert to reelay_service
      with check (not exists (
        select from work_request w
        where w.id = work_request_id and w.vendor_id = any (stated_groups())
          and w.vendor_answer is null and w.studio_id = any (stated_vendor_studios())))', relation);
  end loop;
end $$;
