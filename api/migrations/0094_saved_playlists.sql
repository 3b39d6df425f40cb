-- A saved view can be a playlist: the query of the page `/playlist` (docs/decisions/0106).
alter table list_view drop constraint list_view_list_check;
alter table list_view add constraint list_view_list_check
  check (list in ('workrequests', 'assets', 'playlists'));
