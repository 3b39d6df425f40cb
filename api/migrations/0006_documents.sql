-- A work request is read far more often than it changes, and to put it together costs ten times what it costs to read.
-- So it is kept as it was put together, with the snapshot that was seen then and the ids of all it was made from.
-- What changes one of those leaves a touch in its own transaction. A document is good while that snapshot sees every
-- touch of its parts: nobody waits for a lock, and there is no moment in which an old document could slip in.
-- Neither table is logged: a crash empties both, which costs one reading of each record.
create unlogged table work_request_document (
  work_request_id text primary key,
  made_in pg_snapshot not null,
  good_until timestamptz not null,
  parts text[] not null,
  files text[] not null,
  document json not null,
  etag text not null
);

create unlogged table touch (
  part text not null,
  by xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now()
);
create index touch_part on touch (part, by);
create index touch_age on touch (at);

-- Said to be dear, so that it is asked of what the index finds and never of the whole table: a plan made while the table is
-- small would go on reading it whole long after it has grown.
create function unseen(touched_by xid8, seen pg_snapshot) returns boolean language plpgsql stable cost 10000 as $$
begin
  return not pg_visible_in_snapshot(touched_by, seen) or touched_by = pg_current_xact_id_if_assigned();
end $$;

create function touch_itself() returns trigger language plpgsql as $$
begin
  insert into touch (part) values (old.id);
  return null;
end $$;

create function touch_work_request() returns trigger language plpgsql as $$
begin
  insert into touch (part) values (coalesce(new.work_request_id, old.work_request_id));
  return null;
end $$;

create function touch_asset() returns trigger language plpgsql as $$
begin
  insert into touch (part) values (coalesce(new.asset_id, old.asset_id));
  return null;
end $$;

create function touch_person() returns trigger language plpgsql as $$
begin
  insert into touch (part) values (coalesce(new.person_id, old.person_id));
  return null;
end $$;

create function touch_members() returns trigger language plpgsql as $$
begin
  insert into touch (part) select person_id from group_person where group_id = new.id;
  return null;
end $$;

create function touch_lent() returns trigger language plpgsql as $$
begin
  insert into touch (part) select person_id from group_person where group_id = coalesce(new.group_id, old.group_id);
  return null;
end $$;

create function touch_territory() returns trigger language plpgsql as $$
begin
  insert into touch (part) select code from unnest(array[old.code, new.code]) code where code is not null;
  return null;
end $$;

create trigger touch after update or delete on work_request for each row execute function touch_itself();
create trigger touch after update or delete on asset for each row execute function touch_itself();
create trigger touch after update or delete on project for each row execute function touch_itself();
create trigger touch after update or delete on studio for each row execute function touch_itself();
create trigger touch after update or delete on asset_type for each row execute function touch_itself();
create trigger touch after update or delete on workflow for each row execute function touch_itself();
create trigger touch after update of name, email on person for each row execute function touch_itself();
create trigger touch after insert or update or delete on work_request_history for each row execute function touch_work_request();
create trigger touch after insert or update or delete on material for each row execute function touch_work_request();
create trigger touch after insert or update or delete on work_request_file for each row execute function touch_work_request();
create trigger touch after insert or update or delete on translation for each row execute function touch_work_request();
create trigger touch after insert or update or delete on offline for each row execute function touch_work_request();
create trigger touch after insert or update or delete on preview for each row execute function touch_asset();
-- A file that is only just there is part of nothing yet.
create trigger touch after update or delete on file for each row execute function touch_asset();
create trigger touch after insert or update or delete on group_person for each row execute function touch_person();
create trigger touch after update of name on people_group for each row execute function touch_members();
create trigger touch after insert or update or delete on group_studio for each row execute function touch_lent();
create trigger touch after insert or update or delete on territory for each row execute function touch_territory();
