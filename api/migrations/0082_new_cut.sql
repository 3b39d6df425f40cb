-- Whether the sender registered the file as a new cut: it becomes a preview of its asset, also if
-- the asset has previews already.
alter table file add column is_cut boolean not null default false;
