-- A file keeps the path and the Aspera user that its sender states. Without a path it is the address
-- below which the service offers the file.
alter table file add column path text, add column aspera_username text not null default '';
