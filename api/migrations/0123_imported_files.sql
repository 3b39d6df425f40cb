-- The last file that was imported into a list of lines. An export in the same format keeps the bytes
-- of the lines that nobody changed (docs/decisions/0119).
create table text_track_file (
  text_track_id text not null references text_track on delete cascade,
  field text not null check (field in ('text', 'source')),
  format text not null,
  bytes bytea not null,
  primary key (text_track_id, field)
);
call protect_rows('text_track_file');
call show_rows('text_track_file', 'exists (select from text_track where text_track.id = text_track_id)');
