-- The language of the mails of a share (docs/decisions/0084).
alter table share add column language text not null default 'en'
  check (language in ('en', 'de', 'ar'));
