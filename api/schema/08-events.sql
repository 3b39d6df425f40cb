create sequence event_sequence;

create table mail (
  id text primary key default new_id(),
  to_address text not null,
  subject text not null,
  text text not null,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  html text,
  headers jsonb not null default '{}',
  message_id text,
  person_id text references person,
  digest_at timestamptz,
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  failed_at timestamptz,
  error text,
  code text,
  share_id text,
  unique (person_id, digest_at)
);
create index mail_age on mail (created_at desc, id desc);
create index mail_share on mail (share_id, created_at) where share_id is not null;
create index mail_waiting on mail (next_at, id) where sent_at is null and failed_at is null;
call local_table('mail');

create table event (
  studio_id text not null,
  id text not null default new_id(),
  type text not null,
  from_id text not null references person,
  work_request_id text,
  asset_id text,
  -- What stays as it was when it happened: status, phase, reason.
  details jsonb not null default '{}',
  files text[] not null default '{}',
  notify_users text[] not null default '{}',
  notify_groups text[] not null default '{}',
  -- Notifications are written; then: webhooks are; then: mails are.
  processed boolean not null default false,
  pushed boolean not null default false,
  digested boolean not null default false,
  created_at timestamptz not null default now(),
  -- The position in event streams, given in the order of commits.
  sequence bigint,
  -- The vendor of the request at that time.
  vendor_id text,
  project_id text,
  primary key (studio_id, id),
  foreign key (studio_id, work_request_id) references work_request,
  foreign key (studio_id, asset_id) references asset,
  foreign key (studio_id, project_id) references project
);
create index event_by_id on event (id);
create index event_concerned on event using gin ((notify_users || notify_groups || from_id));
create index event_created on event (created_at desc, id desc);
create index event_files on event using gin (files) where files <> '{}'::text[];
create index event_open_subject on event ((
  case type when 'acr' then project_id else coalesce(work_request_id, asset_id, project_id) end))
  where processed and not digested;
create index event_project on event (project_id) where project_id is not null;
create index event_request on event (work_request_id) where work_request_id is not null;
create index event_sequence_order on event (sequence) where sequence is not null;
create index event_studio on event (studio_id, created_at desc, id desc);
create index event_unpushed on event (studio_id, created_at, id) where not pushed;
call tenant_table('event', vendors_see =>
  '(work_request_id is null or sees_request(studio_id, work_request_id))
    and (files = ''{}'' or sees_any_file(studio_id, files))');

create table notification (
  studio_id text not null,
  id text not null default new_id(),
  event_id text not null,
  from_id text not null,
  to_id text not null references person,
  type text not null,
  title text not null,
  email_subject text not null,
  read boolean not null default false,
  viewed boolean not null default false,
  sent boolean not null default false,
  created_at timestamptz not null default now(),
  -- No reference, because mails are local.
  mail_id text,
  due_at timestamptz,
  bundled boolean not null default false,
  primary key (studio_id, id),
  unique (studio_id, event_id, to_id),
  foreign key (studio_id, event_id) references event
);
create index notification_by_id on notification (id);
create index notification_age on notification (studio_id, created_at);
create index notification_due on notification (due_at, to_id) where due_at is not null;
create index notification_mail on notification (mail_id) where mail_id is not null;
create index notification_to on notification (to_id, created_at desc, id desc);
create index notification_unread on notification (to_id, created_at desc, id desc) where not read;
call tenant_table('notification');

create table webhook (
  studio_id text not null references studio,
  id text not null default new_id(),
  -- Receives what this person sees: whoever last changed the URL.
  from_id text not null references person,
  url text not null,
  -- Empty: all types.
  types text[] not null default '{}',
  active boolean not null default true,
  -- Not a digest, because it signs each delivery.
  secret text not null,
  -- In a row; after too many, deliveries pause until `resume_at`.
  failures integer not null default 0,
  resume_at timestamptz,
  failed_at timestamptz,
  failed_code integer,
  failed_error text,
  leased_until timestamptz,
  -- One sender at a time; higher each time somebody takes the lease.
  fence integer not null default 0,
  created_at timestamptz not null default now(),
  format text not null default 'reelay' check (format in ('reelay', 'slack', 'teams')),
  primary key (studio_id, id)
);
create index webhook_by_id on webhook (id);
create index webhook_studio on webhook (studio_id, created_at desc, id desc);
call tenant_table('webhook');

create table webhook_delivery (
  studio_id text not null,
  id text not null default new_id(),
  webhook_id text not null,
  -- The order of deliveries.
  number bigint generated always as identity,
  -- Null for a ping.
  event_id text,
  type text not null,
  status text not null default 'waiting'
    check (status in ('waiting', 'delivered', 'failed', 'withheld')),
  attempts integer not null default 0,
  code integer,
  error text,
  -- Deliveries are tried for one day from here.
  waiting_since timestamptz not null default now(),
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (studio_id, id),
  unique (studio_id, webhook_id, event_id),
  foreign key (studio_id, webhook_id) references webhook on delete cascade,
  foreign key (studio_id, event_id) references event
);
create index webhook_delivery_age on webhook_delivery (created_at);
create index webhook_delivery_line on webhook_delivery (webhook_id, number)
  where status = 'waiting';
create index webhook_delivery_list on webhook_delivery (webhook_id, created_at desc, number desc);
call tenant_table('webhook_delivery');

create table calendar_feed (
  id text primary key default new_id(),
  person_id text not null references person on delete cascade,
  name text not null,
  digest text not null unique,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index calendar_feed_person on calendar_feed (person_id, created_at);
call local_table('calendar_feed', 'person_id = stated_person()');

/* Events that notify one of these people or groups, or come from one. */
create function events_concerning(ids text[]) returns setof text
language plpgsql stable parallel safe security definer set search_path from current as $$
begin
  return query
    select id from event
    where (notify_users || notify_groups || from_id) && ids
      and (current_setting('role') <> 'reelay_service' or studio_id = any (stated_studios()));
end $$;
