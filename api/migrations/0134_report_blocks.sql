-- The facts of 32 prepared days as sorted lists, for reports of long periods (docs/decisions/0128).
alter table report_day drop constraint report_day_kind_check;
alter table report_day add constraint report_day_kind_check
  check (kind in ('requests', 'request-blocks', 'downloads', 'rejections'));
drop policy caller on report_day;
call show_rows('report_day', 'studio_id = any ((select stated_studios())::text[])
  and (studio_id <> all ((select stated_vendor_studios())::text[])
    or kind in (''requests'', ''request-blocks'')
      and (vendor_id = '''' or vendor_id = any ((select stated_groups())::text[])))');
