-- An imported studio keeps its history: the vendor that a record had when it was created, and the
-- versions of offlines. The import sets `reelay.importing` for its transaction
-- (docs/decisions/0122).
create or replace function stamp_vendor() returns trigger language plpgsql as $$
begin
  if new.work_request_id is not null
    and current_setting('reelay.importing', true) is distinct from 'on' then
    new.vendor_id := (select w.vendor_id from work_request w where w.id = new.work_request_id);
  end if;
  return new;
end $$;

create or replace function number_offline_version() returns trigger language plpgsql as $$
begin
  if current_setting('reelay.importing', true) is distinct from 'on' then
    new.version := (
      select coalesce(max(version), 0) + 1 from offline
      where work_request_id = new.work_request_id);
  end if;
  return new;
end $$;
