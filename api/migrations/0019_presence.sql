-- Who has a translation open, and at which line. Unlogged: after a crash whoever is still there says so again within seconds.
create unlogged table presence (
  translation_id text not null references translation on delete cascade,
  person_id text not null references person on delete cascade,
  line_id text,
  since timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  primary key (translation_id, person_id)
);
