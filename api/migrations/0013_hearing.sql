-- Mail that is sent and tried again, notifications that wait for a mail, and the order in which events are handed on.
alter table mail
  add column html text,
  add column headers jsonb not null default '{}',
  -- Made once, when it is first taken to be sent: who gets a mail twice can tell that it is one.
  add column message_id text,
  -- Whom it tells what happened. Null for what is about the account itself.
  add column person_id text references person,
  -- Which digest it is. One row for each person and digest, so two nodes cannot make two.
  add column digest_at timestamptz,
  -- Also the fencing number of who sends it.
  add column attempts int not null default 0,
  add column next_at timestamptz not null default now(),
  add column failed_at timestamptz,
  add column error text,
  add constraint mail_digest unique (person_id, digest_at);
create index mail_waiting on mail (next_at, id) where sent_at is null and failed_at is null;

-- Whoever has this code can stop this person's mail and nothing else. Another is made when the address or the password changes.
alter table person add column mail_code text not null default replace(gen_random_uuid()::text, '-', '') unique;

alter table notification
  add column mail_id text references mail on delete set null,
  -- When it is to be mailed; null when it was, or when it was decided not to.
  add column due_at timestamptz;
create index notification_due on notification (due_at, to_id) where due_at is not null;
create index notification_mail on notification (mail_id) where mail_id is not null;

-- created_at is the clock's order, not the order in which commits are seen. This one is given under a lock that is held to the commit,
-- so whoever sees a place sees all before it.
create sequence event_place;
alter table event add column place bigint;
update event set place = ranked.place, pushed = true, digested = true
from (select id, row_number() over (order by created_at, id) as place from event where processed) ranked where ranked.id = event.id;
select setval('event_place', count(*) + 1, false) from event;
create unique index event_place_order on event (place);
create index event_undigested on event (id) where processed and not digested;
