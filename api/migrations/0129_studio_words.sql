-- Words that the spelling check accepts in a studio, besides those of the dictionary.
create table studio_word (
  id text primary key default new_id(),
  studio_id text not null references studio on delete cascade,
  language text not null,
  word text not null,
  created_at timestamptz not null default now(),
  unique (studio_id, language, word)
);
call protect_rows('studio_word');
call show_rows_of_studio('studio_word');
