-- What a webhook sends: our own JSON, or a message for a channel of Slack or Teams.
alter table webhook add column format text not null default 'reelay'
  check (format in ('reelay', 'slack', 'teams'));
