/*
 * Prepared days of one or several weeks, for each group of readers (docs/decisions/0128). A reader
 * counts all facts of the blocks of their scopes: everything of the studio, what a vendor sees (empty
 * for what every vendor sees), a territory, or what a person owns (the number of the person).
 */
create table report_block (
  studio_id text not null references studio (id) on delete cascade,
  kind text not null check (kind in ('requests', 'downloads', 'rejections')),
  /* How many days it has, and the first of them as days since 1970. */
  days smallint not null,
  day integer not null,
  scope text not null check (scope in ('studio', 'vendor', 'territory', 'owner')),
  scope_id text not null,
  calendar text not null,
  body bytea not null,
  volume_length integer,
  primary key (studio_id, kind, days, day, scope, scope_id)
);
alter table report_block alter column body set storage external;
alter table report_block set (toast_tuple_target = 8160);
call protect_rows('report_block');
call show_rows('report_block', 'studio_id = any ((select stated_studios())::text[])
  and (studio_id <> all ((select stated_vendor_studios())::text[])
    or kind = ''requests'' and scope = ''vendor''
      and (scope_id = '''' or scope_id = any ((select stated_groups())::text[])))');

delete from report_day where kind = 'request-blocks';
alter table report_day drop constraint report_day_kind_check;
alter table report_day add constraint report_day_kind_check check (kind in (
  'requests', 'request-hours', 'downloads', 'download-hours', 'rejections', 'rejection-hours'));
drop policy caller on report_day;
call show_rows('report_day', 'studio_id = any ((select stated_studios())::text[])
  and (studio_id <> all ((select stated_vendor_studios())::text[])
    or kind in (''requests'', ''request-hours'')
      and (vendor_id = '''' or vendor_id = any ((select stated_groups())::text[])))');
