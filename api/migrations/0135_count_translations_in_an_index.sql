-- Totals of people of a territory count the translations of their own requests. With the studio, which
-- row-level security checks, the index alone answers.
alter table translation
  drop constraint translation_work_request_id_part_key,
  add constraint translation_work_request_id_part_key unique (work_request_id, part)
    include (studio_id);
