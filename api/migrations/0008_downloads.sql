-- How much a person takes is decided on a row of their own: whoever holds it counts, the others wait.
create table download_budget (
  person_id text primary key references person on delete cascade,
  -- When the studio last heard that it is nearly used up.
  told_at timestamptz
);

-- Few, and looked for often: by whoever watches over the service, and by the next round that reads originals again.
create index object_rotten on object (key) where rotten_at is not null;
