-- Written by npm run tables; a test compares it with the migrations.

create table asset (
  id text not null default new_id(),
  studio_id text not null,
  project_id text not null,
  type_id text not null,
  slug text not null,
  name text not null,
  name_folded text not null generated always as (fold(name)) stored,
  import_name text,
  media_type text not null,
  aspect_ratio text,
  usage jsonb not null default '{}'::jsonb,
  thumbnail_id text,
  verified boolean not null default false,
  creative boolean not null default false,
  workflow_id text not null,
  definition jsonb,
  phase text not null,
  terminal boolean not null default false,
  phase_changed_at timestamp with time zone not null default now(),
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint asset_pkey PRIMARY KEY (id),
  constraint asset_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint asset_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id),
  constraint asset_studio_slug_key UNIQUE (studio_id, slug),
  constraint asset_type_id_fkey FOREIGN KEY (type_id) REFERENCES asset_type(id),
  constraint asset_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflow(id)
);
CREATE INDEX asset_archived ON public.asset USING btree (id) INCLUDE (studio_id) WHERE (archived_at IS NOT NULL);
CREATE INDEX asset_created ON public.asset USING btree (created_at DESC, id DESC) WHERE (archived_at IS NULL);
CREATE INDEX asset_definition ON public.asset USING btree (id) WHERE (definition IS NOT NULL);
CREATE INDEX asset_name ON public.asset USING btree (studio_id, name, id);
CREATE INDEX asset_phase ON public.asset USING btree (workflow_id, phase) WHERE (definition IS NULL);
CREATE INDEX asset_project ON public.asset USING btree (project_id, created_at DESC, id DESC);
CREATE INDEX asset_search ON public.asset USING gin (name_folded gin_trgm_ops);
CREATE INDEX asset_slug ON public.asset USING btree (slug);
CREATE INDEX asset_studio ON public.asset USING btree (studio_id, created_at DESC, id DESC);
alter table asset force row level security;
create policy caller on asset to reelay_service using ((studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[])));

create table asset_type (
  id text not null default new_id(),
  slug text not null,
  name text not null,
  category text not null,
  media_type text not null,
  created_at timestamp with time zone not null default now(),
  constraint asset_type_pkey PRIMARY KEY (id),
  constraint asset_type_slug_key UNIQUE (slug)
);
alter table asset_type force row level security;
create policy caller on asset_type to reelay_service using (true);

create table asset_view (
  asset_id text not null,
  person_id text not null,
  viewed_at timestamp with time zone not null default now(),
  constraint asset_view_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  constraint asset_view_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint asset_view_pkey PRIMARY KEY (asset_id, person_id)
);
alter table asset_view force row level security;
create policy caller on asset_view to reelay_service using (sees_asset(asset_id));

create table audit (
  id text not null default new_id(),
  number bigint not null,
  at timestamp with time zone not null default clock_timestamp(),
  by_id text,
  by_name text not null default ''::text,
  token text,
  act text not null,
  about_kind text not null,
  about_id text,
  about_name text not null default ''::text,
  studios text[] not null default '{}'::text[],
  asked jsonb,
  request text,
  address text,
  outcome text not null default 'done'::text,
  search text not null,
  constraint audit_number_key UNIQUE (number),
  constraint audit_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text]))),
  constraint audit_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_about ON public.audit USING btree (about_id, number);
CREATE INDEX audit_act ON public.audit USING btree (act text_pattern_ops);
CREATE INDEX audit_at ON public.audit USING btree (at);
CREATE INDEX audit_by ON public.audit USING btree (by_id, number);
CREATE INDEX audit_kind ON public.audit USING btree (about_kind);
CREATE INDEX audit_of_studio ON public.audit USING gin (studios);
CREATE INDEX audit_refused ON public.audit USING btree (number) WHERE (outcome = 'refused'::text);
CREATE INDEX audit_search ON public.audit USING gin (search gin_trgm_ops);
CREATE TRIGGER fill_search BEFORE INSERT ON public.audit FOR EACH ROW WHEN ((new.search IS NULL)) EXECUTE FUNCTION fill_audit_search();
CREATE TRIGGER protect_audit BEFORE DELETE OR UPDATE ON public.audit FOR EACH ROW EXECUTE FUNCTION protect_audit();
CREATE TRIGGER protect_audit_from_truncate BEFORE TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION protect_audit();
alter table audit force row level security;
create policy caller on audit to reelay_service using (((studios && ( SELECT stated_studios() AS stated_studios)) OR (by_id = ( SELECT stated_person() AS stated_person))));

create table audit_checkpoint (
  chain text not null,
  "position" bigint not null,
  hash text not null,
  created_at timestamp with time zone not null default now(),
  constraint audit_checkpoint_pkey PRIMARY KEY (chain, "position"),
  constraint audit_checkpoint_position_check CHECK (("position" > 0))
);
CREATE TRIGGER protect_audit_checkpoint BEFORE DELETE OR UPDATE ON public.audit_checkpoint FOR EACH ROW EXECUTE FUNCTION protect_audit();
CREATE TRIGGER protect_audit_checkpoint_from_truncate BEFORE TRUNCATE ON public.audit_checkpoint FOR EACH STATEMENT EXECUTE FUNCTION protect_audit();
alter table audit_checkpoint force row level security;
create policy caller on audit_checkpoint to reelay_service using ((chain = ANY (( SELECT stated_studios() AS stated_studios)::text[])));

create table audit_key (
  id text not null,
  public_key text not null,
  private_key text not null,
  created_at timestamp with time zone not null default now(),
  constraint audit_key_pkey PRIMARY KEY (id)
);
alter table audit_key force row level security;

create table audit_link (
  chain text not null,
  "position" bigint not null,
  number bigint not null,
  sealed_at timestamp with time zone not null,
  hash text not null,
  constraint audit_link_number_chain_key UNIQUE (number, chain),
  constraint audit_link_pkey PRIMARY KEY (chain, "position"),
  constraint audit_link_position_check CHECK (("position" > 0))
);
CREATE TRIGGER protect_audit_link BEFORE DELETE OR UPDATE ON public.audit_link FOR EACH ROW EXECUTE FUNCTION protect_audit();
CREATE TRIGGER protect_audit_link_from_truncate BEFORE TRUNCATE ON public.audit_link FOR EACH STATEMENT EXECUTE FUNCTION protect_audit();
alter table audit_link force row level security;
create policy caller on audit_link to reelay_service using ((chain = ANY (( SELECT stated_studios() AS stated_studios)::text[])));

create table audit_shipping (
  id boolean not null default true,
  target text not null,
  positions jsonb not null default '{}'::jsonb,
  delivered_at timestamp with time zone,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  error text,
  constraint audit_shipping_id_check CHECK (id),
  constraint audit_shipping_pkey PRIMARY KEY (id)
);
alter table audit_shipping force row level security;

create table calendar_feed (
  id text not null default new_id(),
  person_id text not null,
  name text not null,
  digest text not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint calendar_feed_digest_key UNIQUE (digest),
  constraint calendar_feed_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint calendar_feed_pkey PRIMARY KEY (id)
);
CREATE INDEX calendar_feed_person ON public.calendar_feed USING btree (person_id, created_at);
alter table calendar_feed force row level security;
create policy caller on calendar_feed to reelay_service using ((person_id = stated_person()));

create table download (
  id text not null default new_id(),
  studio_id text not null,
  project_id text not null,
  asset_id text not null,
  file_id text not null,
  person_id text not null,
  created_at timestamp with time zone not null default now(),
  share_id text,
  opened boolean not null default false,
  constraint download_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES asset(id),
  constraint download_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id),
  constraint download_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint download_pkey PRIMARY KEY (id),
  constraint download_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint download_share_id_fkey FOREIGN KEY (share_id) REFERENCES share(id)
);
CREATE INDEX download_asset ON public.download USING btree (asset_id);
CREATE INDEX download_by_file_and_person ON public.download USING btree (file_id, person_id);
CREATE INDEX download_file ON public.download USING btree (file_id, created_at, id);
CREATE INDEX download_person ON public.download USING btree (person_id, created_at, id);
CREATE INDEX download_project ON public.download USING btree (project_id, created_at, id);
CREATE INDEX download_share ON public.download USING btree (share_id) WHERE (share_id IS NOT NULL);
CREATE INDEX download_studio ON public.download USING btree (studio_id, created_at, id) INCLUDE (file_id);
CREATE INDEX download_time ON public.download USING btree (created_at, id);
alter table download force row level security;
create policy caller on download to reelay_service using ((((studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[])) OR (person_id = ( SELECT stated_person() AS stated_person))) AND ((studio_id <> ALL (( SELECT stated_vendor_studios() AS stated_vendor_studios)::text[])) OR sees_file(file_id))));

create table download_budget (
  person_id text not null,
  alerted_at timestamp with time zone,
  constraint download_budget_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint download_budget_pkey PRIMARY KEY (person_id)
);
alter table download_budget force row level security;
create policy caller on download_budget to reelay_service using ((person_id = stated_person()));

create table draft_provider (
  id text not null default new_id(),
  studio_id text not null,
  task text not null,
  kind text not null,
  url text not null,
  model text,
  secret text,
  active boolean not null,
  allows_embargoed boolean not null,
  created_at timestamp with time zone not null default now(),
  constraint draft_provider_kind_check CHECK ((kind = ANY (ARRAY['libretranslate'::text, 'deepl'::text, 'openai'::text]))),
  constraint draft_provider_pkey PRIMARY KEY (id),
  constraint draft_provider_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id) ON DELETE CASCADE,
  constraint draft_provider_studio_id_task_key UNIQUE (studio_id, task),
  constraint draft_provider_task_check CHECK ((task = ANY (ARRAY['translation'::text, 'transcription'::text])))
);
alter table draft_provider force row level security;
create policy caller on draft_provider to reelay_service using ((studio_id = ANY (stated_studios())));

create table draft_run (
  id text not null default new_id(),
  studio_id text not null,
  text_track_id text,
  person_id text not null,
  task text not null,
  kind text not null,
  host text not null,
  status text not null default 'waiting'::text,
  total integer not null,
  from_memory integer not null default 0,
  from_glossary integer not null default 0,
  from_provider integer not null default 0,
  skipped integer not null default 0,
  requests integer not null default 0,
  characters bigint not null default 0,
  seconds integer not null default 0,
  tokens bigint not null default 0,
  reason jsonb,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint draft_run_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint draft_run_pkey PRIMARY KEY (id),
  constraint draft_run_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text]))),
  constraint draft_run_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id) ON DELETE CASCADE,
  constraint draft_run_task_check CHECK ((task = ANY (ARRAY['translation'::text, 'transcription'::text]))),
  constraint draft_run_text_track_id_fkey FOREIGN KEY (text_track_id) REFERENCES text_track(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX draft_run_active ON public.draft_run USING btree (text_track_id) WHERE (status = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX draft_run_studio ON public.draft_run USING btree (studio_id, created_at DESC, id DESC);
CREATE INDEX draft_run_text_track ON public.draft_run USING btree (text_track_id, created_at DESC, id DESC);
alter table draft_run force row level security;
create policy caller on draft_run to reelay_service using (((studio_id = ANY (stated_studios())) AND ((studio_id <> ALL (stated_vendor_studios())) OR (EXISTS ( SELECT
   FROM text_track
  WHERE (text_track.id = draft_run.text_track_id))))));

create table encode (
  id text not null default new_id(),
  work_request_id text not null,
  kind text not null,
  use text not null default ''::text,
  value text not null default ''::text,
  version integer not null,
  source_digest text not null,
  status text not null default 'waiting'::text,
  progress double precision not null default 0,
  fence integer not null default 0,
  file_id text,
  error jsonb,
  person_id text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  studio_id text not null,
  constraint encode_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id),
  constraint encode_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint encode_pkey PRIMARY KEY (id),
  constraint encode_work_request_id_fkey FOREIGN KEY (work_request_id) REFERENCES work_request(id) ON DELETE CASCADE,
  constraint encode_work_request_id_kind_use_value_source_digest_key UNIQUE (work_request_id, kind, use, value, source_digest)
);
CREATE INDEX encode_file ON public.encode USING btree (file_id) WHERE (file_id IS NOT NULL);
alter table encode force row level security;
create policy caller on encode to reelay_service using (((studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[])) AND ((studio_id <> ALL (( SELECT stated_vendor_studios() AS stated_vendor_studios)::text[])) OR sees_request(work_request_id))));

create table encryption_key (
  id text not null,
  created_at timestamp with time zone not null default now(),
  constraint encryption_key_pkey PRIMARY KEY (id)
);
alter table encryption_key force row level security;

create table event (
  id text not null default new_id(),
  studio_id text not null,
  type text not null,
  from_id text not null,
  work_request_id text,
  asset_id text,
  told jsonb not null default '{}'::jsonb,
  files text[] not null default '{}'::text[],
  notify_users text[] not null default '{}'::text[],
  notify_groups text[] not null default '{}'::text[],
  processed boolean not null default false,
  pushed boolean not null default false,
  digested boolean not null default false,
  created_at timestamp with time zone not null default now(),
  sequence bigint,
  vendor_id text,
  project_id text,
  constraint event_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES asset(id),
  constraint event_from_id_fkey FOREIGN KEY (from_id) REFERENCES person(id),
  constraint event_pkey PRIMARY KEY (id),
  constraint event_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE SET NULL,
  constraint event_work_request_id_fkey FOREIGN KEY (work_request_id) REFERENCES work_request(id)
);
CREATE INDEX event_concerned ON public.event USING gin ((((notify_users || notify_groups) || from_id)));
CREATE INDEX event_created ON public.event USING btree (created_at DESC, id DESC);
CREATE INDEX event_files ON public.event USING gin (files) WHERE (files <> '{}'::text[]);
CREATE INDEX event_open_subject ON public.event USING btree ((
CASE type
    WHEN 'acr'::text THEN project_id
    ELSE COALESCE(work_request_id, asset_id, project_id)
END)) WHERE (processed AND (NOT digested));
CREATE INDEX event_project ON public.event USING btree (project_id) WHERE (project_id IS NOT NULL);
CREATE INDEX event_request ON public.event USING btree (work_request_id) WHERE (work_request_id IS NOT NULL);
CREATE UNIQUE INDEX event_sequence_order ON public.event USING btree (sequence) WHERE (sequence IS NOT NULL);
CREATE INDEX event_studio ON public.event USING btree (studio_id, created_at DESC, id DESC);
CREATE INDEX event_unpushed ON public.event USING btree (studio_id, created_at, id) WHERE (NOT pushed);
alter table event force row level security;
create policy caller on event to reelay_service using (((studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[])) AND ((studio_id <> ALL (( SELECT stated_vendor_studios() AS stated_vendor_studios)::text[])) OR (((work_request_id IS NULL) OR sees_request(work_request_id)) AND ((files = '{}'::text[]) OR (EXISTS ( SELECT
   FROM unnest(event.files) named(id)
  WHERE sees_file(named.id))))))));

create unlogged table failed_sign_in (
  subject text not null,
  network text not null,
  failures integer not null,
  until timestamp with time zone not null,
  constraint failed_sign_in_pkey PRIMARY KEY (subject, network)
);
alter table failed_sign_in force row level security;
create policy caller on failed_sign_in to reelay_service using (true);

create table feedback (
  asset_id text not null,
  person_id text not null,
  vote text not null default ''::text,
  share text not null default ''::text,
  constraint feedback_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  constraint feedback_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint feedback_pkey PRIMARY KEY (asset_id, person_id)
);
alter table feedback force row level security;
create policy caller on feedback to reelay_service using (sees_asset(asset_id));

create table file (
  id text not null default new_id(),
  studio_id text not null,
  project_id text not null,
  asset_id text not null,
  owner_id text not null,
  name text not null,
  name_folded text not null generated always as (fold(name)) stored,
  language text,
  country text,
  tags text[] not null default '{}'::text[],
  embargo_event boolean not null default false,
  embargo_end timestamp with time zone,
  warnings jsonb not null default '[]'::jsonb,
  length bigint,
  md5 text,
  mime text,
  sha256 text,
  received_at timestamp with time zone,
  verified_at timestamp with time zone,
  removed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  vendors text[],
  path text,
  aspera_username text not null default ''::text,
  is_cut boolean not null default false,
  constraint file_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES asset(id),
  constraint file_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES person(id),
  constraint file_pkey PRIMARY KEY (id),
  constraint file_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint file_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id)
);
CREATE INDEX file_asset ON public.file USING btree (asset_id, created_at DESC, id DESC) WHERE (removed_at IS NULL);
CREATE INDEX file_created ON public.file USING btree (created_at DESC, id DESC) WHERE (removed_at IS NULL);
CREATE INDEX file_embargo_end ON public.file USING btree (studio_id, embargo_end) WHERE ((removed_at IS NULL) AND (embargo_end IS NOT NULL));
CREATE INDEX file_embargo_event ON public.file USING btree (studio_id) WHERE ((removed_at IS NULL) AND embargo_event);
CREATE INDEX file_object ON public.file USING btree (sha256) WHERE (sha256 IS NOT NULL);
CREATE INDEX file_search ON public.file USING gin (name_folded gin_trgm_ops);
CREATE INDEX file_studio ON public.file USING btree (studio_id, created_at DESC, id DESC) WHERE (removed_at IS NULL);
alter table file force row level security;
create policy caller on file to reelay_service using (((studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[])) AND ((vendors IS NULL) OR (vendors && ( SELECT stated_groups() AS stated_groups)) OR (studio_id <> ALL (( SELECT stated_vendor_studios() AS stated_vendor_studios)::text[])))));

create table film_fingerprint (
  file_id text not null,
  frame_rate text not null,
  picture bytea not null,
  sound bytea,
  created_at timestamp with time zone not null default now(),
  constraint film_fingerprint_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE CASCADE,
  constraint film_fingerprint_pkey PRIMARY KEY (file_id)
);
alter table film_fingerprint force row level security;
create policy caller on film_fingerprint to reelay_service using (sees_file(file_id));

create table film_match (
  old_file_id text not null,
  new_file_id text not null,
  status text not null default 'waiting'::text,
  progress real not null default 0,
  mapping jsonb,
  reason jsonb,
  created_at timestamp with time zone not null default now(),
  constraint film_match_new_file_id_fkey FOREIGN KEY (new_file_id) REFERENCES file(id) ON DELETE CASCADE,
  constraint film_match_old_file_id_fkey FOREIGN KEY (old_file_id) REFERENCES file(id) ON DELETE CASCADE,
  constraint film_match_pkey PRIMARY KEY (old_file_id, new_file_id),
  constraint film_match_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text])))
);
CREATE INDEX film_match_new_file_id ON public.film_match USING btree (new_file_id);
alter table film_match force row level security;
create policy caller on film_match to reelay_service using (((EXISTS ( SELECT
   FROM file
  WHERE (file.id = film_match.old_file_id))) AND (EXISTS ( SELECT
   FROM file
  WHERE (file.id = film_match.new_file_id)))));

create table group_person (
  group_id text not null,
  person_id text not null,
  constraint group_person_group_id_fkey FOREIGN KEY (group_id) REFERENCES people_group(id) ON DELETE CASCADE,
  constraint group_person_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint group_person_pkey PRIMARY KEY (group_id, person_id)
);
CREATE INDEX group_person_person ON public.group_person USING btree (person_id);
alter table group_person force row level security;
create policy caller on group_person to reelay_service using (((person_id = stated_person()) OR (EXISTS ( SELECT
   FROM group_studio gs
  WHERE (gs.group_id = group_person.group_id)))));

create table group_studio (
  group_id text not null,
  studio_id text not null,
  constraint group_studio_group_id_fkey FOREIGN KEY (group_id) REFERENCES people_group(id) ON DELETE CASCADE,
  constraint group_studio_pkey PRIMARY KEY (group_id, studio_id),
  constraint group_studio_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id)
);
CREATE INDEX group_studio_studio ON public.group_studio USING btree (studio_id);
alter table group_studio force row level security;
create policy caller on group_studio to reelay_service using ((studio_id = ANY (stated_studios())));

create table idempotency (
  person_id text not null,
  key text not null,
  digest text not null,
  response text,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_pkey PRIMARY KEY (person_id, key)
);
CREATE INDEX idempotency_age ON public.idempotency USING btree (created_at);
alter table idempotency force row level security;
create policy caller on idempotency to reelay_service using ((person_id = stated_person()));

create table identity (
  id text not null default new_id(),
  provider_id text not null,
  person_id text not null,
  issuer text not null,
  subject text not null,
  email text not null,
  self_linked boolean not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone not null default now(),
  constraint identity_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint identity_pkey PRIMARY KEY (id),
  constraint identity_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_provider(id) ON DELETE CASCADE,
  constraint identity_provider_id_issuer_subject_key UNIQUE (provider_id, issuer, subject)
);
CREATE INDEX identity_person ON public.identity USING btree (person_id);
alter table identity force row level security;
create policy caller on identity to reelay_service using ((person_id = stated_person()));

create table identity_domain (
  provider_id text not null,
  domain text not null,
  verified_at timestamp with time zone,
  constraint identity_domain_pkey PRIMARY KEY (provider_id, domain),
  constraint identity_domain_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_provider(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX identity_domain_verified ON public.identity_domain USING btree (domain) WHERE (verified_at IS NOT NULL);
alter table identity_domain force row level security;
create policy caller on identity_domain to reelay_service using ((EXISTS ( SELECT
   FROM identity_provider
  WHERE (identity_provider.id = identity_domain.provider_id))));

create table identity_provider (
  id text not null default new_id(),
  studio_id text not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret text,
  scopes text[] not null,
  active boolean not null,
  required boolean not null,
  trusts_email boolean not null,
  checks_second_factor boolean not null,
  creates_accounts boolean not null,
  default_roles text[] not null,
  roles_claim text,
  role_map jsonb not null,
  groups_claim text,
  group_map jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint identity_provider_pkey PRIMARY KEY (id),
  constraint identity_provider_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id) ON DELETE CASCADE
);
CREATE INDEX identity_provider_studio ON public.identity_provider USING btree (studio_id);
alter table identity_provider force row level security;
create policy caller on identity_provider to reelay_service using ((studio_id = ANY (stated_studios())));

create table invitation (
  digest text not null,
  person_id text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default (now() + '14 days'::interval),
  used_at timestamp with time zone,
  request_invitation_id text,
  constraint invitation_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint invitation_pkey PRIMARY KEY (digest),
  constraint invitation_request_invitation_id_fkey FOREIGN KEY (request_invitation_id) REFERENCES request_invitation(id) ON DELETE CASCADE
);
alter table invitation force row level security;

create table job (
  id bigint not null,
  kind text not null,
  payload jsonb not null,
  run_at timestamp with time zone not null default now(),
  attempts integer not null default 0,
  leased_until timestamp with time zone,
  error text,
  dead_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  priority integer not null default 0,
  traceparent text default NULLIF(current_setting('reelay.traceparent'::text, true), ''::text),
  constraint job_pkey PRIMARY KEY (id)
);
CREATE INDEX job_due ON public.job USING btree (kind, run_at) WHERE (dead_at IS NULL);
CREATE INDEX job_ready ON public.job USING btree (priority, run_at) WHERE (dead_at IS NULL);
alter table job force row level security;
create policy caller on job for insert to reelay_service with check (true);

create table line_comment (
  id text not null default new_id(),
  studio_id text not null,
  work_request_id text not null,
  translation_id text not null,
  line_id text not null,
  reply_to_id text,
  from_id text not null,
  text text not null,
  suggestion text,
  original text,
  status text not null default 'open'::text,
  decided_by text,
  decided_at timestamp with time zone,
  removed_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  vendor_id text,
  constraint line_comment_check CHECK (((suggestion IS NULL) = (original IS NULL))),
  constraint line_comment_check1 CHECK (((suggestion IS NOT NULL) OR (status = ANY (ARRAY['open'::text, 'resolved'::text])))),
  constraint line_comment_check2 CHECK (((status = 'open'::text) = (decided_by IS NULL))),
  constraint line_comment_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES person(id),
  constraint line_comment_from_id_fkey FOREIGN KEY (from_id) REFERENCES person(id),
  constraint line_comment_pkey PRIMARY KEY (id),
  constraint line_comment_reply_to_id_fkey FOREIGN KEY (reply_to_id) REFERENCES line_comment(id) ON DELETE CASCADE,
  constraint line_comment_status_check CHECK ((status = ANY (ARRAY['open'::text, 'resolved'::text, 'accepted'::text, 'rejected'::text]))),
  constraint line_comment_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id),
  constraint line_comment_translation_id_fkey FOREIGN KEY (translation_id) REFERENCES translation(id) ON DELETE CASCADE,
  constraint line_comment_work_request_id_fkey FOREIGN KEY (work_request_id) REFERENCES work_request(id)
);
CREATE INDEX line_comment_thread ON public.line_comment USING btree (reply_to_id) WHERE (reply_to_id IS NOT NULL);
CREATE INDEX line_comment_translation ON public.line_comment USING btree (translation_id, created_at, id);
CREATE TRIGGER stamp_vendor BEFORE INSERT ON public.line_comment FOR EACH ROW EXECUTE FUNCTION stamp_vendor();
alter table line_comment force row level security;
create policy caller on line_comment to reelay_service using (((studio_id = ANY (stated_studios())) AND ((studio_id <> ALL (stated_vendor_studios())) OR (EXISTS ( SELECT
   FROM work_request w
  WHERE (w.id = line_comment.work_request_id))))));

create table list_view (
  id text not null default new_id(),
  studio_id text not null,
  person_id text not null,
  list text not null,
  name text not null,
  query text not null,
  shared boolean not null default false,
  territory text,
  group_id text,
  created_at timestamp with time zone not null default now(),
  constraint list_view_group_id_fkey FOREIGN KEY (group_id) REFERENCES people_group(id) ON DELETE CASCADE,
  constraint list_view_list_check CHECK ((list = ANY (ARRAY['workrequests'::text, 'assets'::text, 'playlists'::text]))),
  constraint list_view_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint list_view_pkey PRIMARY KEY (id),
  constraint list_view_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id) ON DELETE CASCADE
);
CREATE INDEX list_view_group ON public.list_view USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX list_view_person ON public.list_view USING btree (person_id, created_at);
CREATE INDEX list_view_studio ON public.list_view USING btree (studio_id) WHERE shared;
alter table list_view force row level security;
create policy caller on list_view to reelay_service using ((studio_id = ANY (stated_studios())));

create table mail (
  id text not null default new_id(),
  to_address text not null,
  subject text not null,
  text text not null,
  sent_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  html text,
  headers jsonb not null default '{}'::jsonb,
  message_id text,
  person_id text,
  digest_at timestamp with time zone,
  attempts integer not null default 0,
  next_at timestamp with time zone not null default now(),
  failed_at timestamp with time zone,
  error text,
  code text,
  share_id text,
  constraint mail_digest UNIQUE (person_id, digest_at),
  constraint mail_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint mail_pkey PRIMARY KEY (id),
  constraint mail_share_id_fkey FOREIGN KEY (share_id) REFERENCES share(id) ON DELETE CASCADE
);
CREATE INDEX mail_age ON public.mail USING btree (created_at DESC, id DESC);
CREATE INDEX mail_share ON public.mail USING btree (share_id, created_at) WHERE (share_id IS NOT NULL);
CREATE INDEX mail_waiting ON public.mail USING btree (next_at, id) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));
alter table mail force row level security;

create table material (
  work_request_id text not null,
  name text not null,
  complete boolean not null default false,
  approved boolean not null default false,
  files text[] not null default '{}'::text[],
  studio_id text not null,
  constraint material_pkey PRIMARY KEY (work_request_id, name),
  constraint material_work_request_id_fkey FOREIGN KEY (work_request_id) REFERENCES work_request(id) ON DELETE CASCADE
);
alter table material force row level security;
create policy caller on material to reelay_service using (((studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[])) AND ((studio_id <> ALL (( SELECT stated_vendor_studios() AS stated_vendor_studios)::text[])) OR sees_request(work_request_id))));

create table media (
  file_id text not null,
  probe jsonb,
  picture jsonb,
  sound jsonb,
  constraint media_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE CASCADE,
  constraint media_pkey PRIMARY KEY (file_id)
);
alter table media force row level security;
create policy caller on media to reelay_service using (sees_file(file_id));

create table media_step (
  file_id text not null,
  step text not null,
  status text not null default 'waiting'::text,
  progress real not null default 0,
  reason jsonb,
  fence integer not null default 0,
  ended_at timestamp with time zone,
  constraint media_step_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE CASCADE,
  constraint media_step_pkey PRIMARY KEY (file_id, step)
);
alter table media_step force row level security;
create policy caller on media_step to reelay_service using (sees_file(file_id));

create table membership (
  person_id text not null,
  studio_id text not null,
  roles text[] not null default '{}'::text[],
  permissions text[] not null default '{}'::text[],
  territory_id text,
  direct boolean not null default true,
  limited boolean not null default false,
  constraint membership_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint membership_pkey PRIMARY KEY (person_id, studio_id),
  constraint membership_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id),
  constraint membership_territory_id_fkey FOREIGN KEY (territory_id) REFERENCES territory(id)
);
CREATE INDEX membership_studio ON public.membership USING btree (studio_id);
alter table membership force row level security;
create policy caller on membership to reelay_service using (((studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[])) OR (person_id = ( SELECT stated_person() AS stated_person))));

create table memory_unit (
  id text not null default new_id(),
  studio_id text not null,
  source_language text not null,
  language text not null,
  source text not null,
  target text not null,
  source_key text not null,
  before_key text not null default ''::text,
  after_key text not null default ''::text,
  minhashes integer[] not null,
  folded text not null generated always as (fold(((source || ' '::text) || target))) stored,
  origin text not null,
  project_id text,
  asset_id text,
  translation_id text,
  line_id text,
  approved_by text,
  approved_at timestamp with time zone not null default now(),
  constraint memory_unit_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES person(id),
  constraint memory_unit_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES asset(id),
  constraint memory_unit_check CHECK (((origin = 'import'::text) OR ((project_id IS NOT NULL) AND (asset_id IS NOT NULL) AND (translation_id IS NOT NULL) AND (line_id IS NOT NULL)))),
  constraint memory_unit_origin_check CHECK ((origin = ANY (ARRAY['approved'::text, 'import'::text]))),
  constraint memory_unit_pkey PRIMARY KEY (id),
  constraint memory_unit_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint memory_unit_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id),
  constraint memory_unit_translation_id_fkey FOREIGN KEY (translation_id) REFERENCES translation(id) ON DELETE CASCADE
);
CREATE INDEX memory_unit_exact ON public.memory_unit USING btree (studio_id, source_language, language, md5(source_key));
CREATE UNIQUE INDEX memory_unit_import ON public.memory_unit USING btree (studio_id, source_language, language, md5(source), md5(target)) WHERE (origin = 'import'::text);
CREATE UNIQUE INDEX memory_unit_line ON public.memory_unit USING btree (studio_id, translation_id, line_id);
CREATE INDEX memory_unit_minhashes ON public.memory_unit USING gin (minhashes);
CREATE INDEX memory_unit_studio ON public.memory_unit USING btree (studio_id, approved_at DESC, id DESC);
CREATE INDEX memory_unit_translation ON public.memory_unit USING btree (translation_id);
alter table memory_unit force row level security;
create policy caller on memory_unit to reelay_service using (((studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[])) AND ((translation_id IS NULL) OR (studio_id <> ALL (( SELECT stated_vendor_studios() AS stated_vendor_studios)::text[])) OR (EXISTS ( SELECT
   FROM translation tr
  WHERE (tr.id = memory_unit.translation_id))))));

create table migration (
  name text not null,
  digest text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migration_pkey PRIMARY KEY (name)
);
alter table migration force row level security;

create table notification (
  id text not null default new_id(),
  studio_id text not null,
  event_id text not null,
  from_id text not null,
  to_id text not null,
  type text not null,
  title text not null,
  email_subject text not null,
  read boolean not null default false,
  viewed boolean not null default false,
  sent boolean not null default false,
  created_at timestamp with time zone not null default now(),
  mail_id text,
  due_at timestamp with time zone,
  bundled boolean not null default false,
  constraint notification_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint notification_event_id_to_id_key UNIQUE (event_id, to_id),
  constraint notification_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE SET NULL,
  constraint notification_pkey PRIMARY KEY (id),
  constraint notification_to_id_fkey FOREIGN KEY (to_id) REFERENCES person(id)
);
CREATE INDEX notification_age ON public.notification USING btree (studio_id, created_at);
CREATE INDEX notification_due ON public.notification USING btree (due_at, to_id) WHERE (due_at IS NOT NULL);
CREATE INDEX notification_mail ON public.notification USING btree (mail_id) WHERE (mail_id IS NOT NULL);
CREATE INDEX notification_to ON public.notification USING btree (to_id, created_at DESC, id DESC);
CREATE INDEX notification_unread ON public.notification USING btree (to_id, created_at DESC, id DESC) WHERE (NOT read);
alter table notification force row level security;
create policy caller on notification to reelay_service using ((studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[])));

create table object (
  key text not null,
  length bigint not null,
  stored_at timestamp with time zone not null default now(),
  checked_at timestamp with time zone not null default now(),
  corrupt_at timestamp with time zone,
  crc32 bigint,
  constraint object_pkey PRIMARY KEY (key)
);
CREATE INDEX object_corrupt ON public.object USING btree (key) WHERE (corrupt_at IS NOT NULL);
CREATE INDEX object_due ON public.object USING btree (checked_at);
alter table object force row level security;
create policy caller on object to reelay_service using (true);

create table object_key (
  id text not null default new_id(),
  secret text not null,
  created_at timestamp with time zone not null default now(),
  constraint object_key_pkey PRIMARY KEY (id)
);
alter table object_key force row level security;

create table offline (
  id text not null default new_id(),
  studio_id text not null,
  project_id text not null,
  asset_id text not null,
  work_request_id text not null,
  from_id text not null,
  file_id text not null,
  decision text,
  decided_by text,
  decided_at timestamp with time zone,
  reason text not null default ''::text,
  code text,
  created_at timestamp with time zone not null default now(),
  version integer not null,
  vendor_id text,
  constraint offline_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES asset(id),
  constraint offline_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES person(id),
  constraint offline_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id),
  constraint offline_from_id_fkey FOREIGN KEY (from_id) REFERENCES person(id),
  constraint offline_pkey PRIMARY KEY (id),
  constraint offline_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint offline_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id),
  constraint offline_version UNIQUE (work_request_id, version),
  constraint offline_work_request_id_fkey FOREIGN KEY (work_request_id) REFERENCES work_request(id)
);
CREATE INDEX offline_request ON public.offline USING btree (work_request_id, created_at DESC, id DESC);
CREATE INDEX offline_studio ON public.offline USING btree (studio_id, created_at DESC, id DESC);
CREATE TRIGGER number_offline_version BEFORE INSERT ON public.offline FOR EACH ROW EXECUTE FUNCTION number_offline_version();
CREATE TRIGGER stamp_vendor BEFORE INSERT ON public.offline FOR EACH ROW EXECUTE FUNCTION stamp_vendor();
alter table offline force row level security;
create policy accepted on offline for insert to reelay_service with check ((NOT (EXISTS ( SELECT
   FROM work_request w
  WHERE ((w.id = offline.work_request_id) AND (w.vendor_id = ANY (stated_groups())) AND (w.vendor_answer IS NULL) AND (w.studio_id = ANY (stated_vendor_studios())))))));
create policy caller on offline to reelay_service using (((studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[])) AND ((studio_id <> ALL (( SELECT stated_vendor_studios() AS stated_vendor_studios)::text[])) OR (EXISTS ( SELECT
   FROM work_request w
  WHERE (w.id = offline.work_request_id))))));

create table offline_comment (
  id text not null default new_id(),
  studio_id text not null,
  work_request_id text not null,
  offline_id text not null,
  reply_to_id text,
  from_id text not null,
  text text not null,
  first_frame integer,
  last_frame integer,
  drawing jsonb,
  resolved_by text,
  resolved_at timestamp with time zone,
  resolved_version integer,
  edited_at timestamp with time zone,
  removed_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  mentions text[] not null default '{}'::text[],
  positions jsonb not null default '[]'::jsonb,
  constraint offline_comment_check CHECK (((reply_to_id IS NULL) = (first_frame IS NOT NULL))),
  constraint offline_comment_check1 CHECK ((last_frame >= first_frame)),
  constraint offline_comment_from_id_fkey FOREIGN KEY (from_id) REFERENCES person(id),
  constraint offline_comment_offline_id_fkey FOREIGN KEY (offline_id) REFERENCES offline(id),
  constraint offline_comment_pkey PRIMARY KEY (id),
  constraint offline_comment_reply_to_id_fkey FOREIGN KEY (reply_to_id) REFERENCES offline_comment(id),
  constraint offline_comment_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES person(id),
  constraint offline_comment_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id),
  constraint offline_comment_work_request_id_fkey FOREIGN KEY (work_request_id) REFERENCES work_request(id)
);
CREATE INDEX offline_comment_request ON public.offline_comment USING btree (work_request_id);
CREATE INDEX offline_comment_search ON public.offline_comment USING gin (fold(text) gin_trgm_ops) WHERE (removed_at IS NULL);
CREATE INDEX offline_comment_thread ON public.offline_comment USING btree (reply_to_id) WHERE (reply_to_id IS NOT NULL);
alter table offline_comment force row level security;
create policy caller on offline_comment to reelay_service using (((studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[])) AND ((studio_id <> ALL (( SELECT stated_vendor_studios() AS stated_vendor_studios)::text[])) OR sees_request(work_request_id))));

create table passkey (
  id text not null default new_id(),
  person_id text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  backup_eligible boolean not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint passkey_credential_id_key UNIQUE (credential_id),
  constraint passkey_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint passkey_pkey PRIMARY KEY (id)
);
CREATE INDEX passkey_person ON public.passkey USING btree (person_id);
alter table passkey force row level security;
create policy caller on passkey to reelay_service using ((person_id = stated_person()));

create table passkey_challenge (
  challenge text not null,
  purpose text not null,
  person_id text,
  expires_at timestamp with time zone not null default (now() + '00:05:00'::interval),
  constraint passkey_challenge_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint passkey_challenge_pkey PRIMARY KEY (challenge),
  constraint passkey_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'sign-in'::text, 'second-factor'::text, 'verification'::text])))
);
CREATE INDEX passkey_challenge_expires ON public.passkey_challenge USING btree (expires_at);
alter table passkey_challenge force row level security;

create table password_reset (
  person_id text not null,
  digest text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default (now() + '01:00:00'::interval),
  constraint password_reset_digest_key UNIQUE (digest),
  constraint password_reset_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint password_reset_pkey PRIMARY KEY (person_id)
);
alter table password_reset force row level security;

create table people_group (
  id text not null default new_id(),
  name text not null,
  type text not null,
  addresses jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null default now(),
  constraint people_group_pkey PRIMARY KEY (id)
);
alter table people_group force row level security;
create policy caller on people_group to reelay_service using (((EXISTS ( SELECT
   FROM group_studio gs
  WHERE (gs.group_id = people_group.id))) OR (EXISTS ( SELECT
   FROM group_person gp
  WHERE ((gp.group_id = people_group.id) AND (gp.person_id = stated_person()))))));

create table person (
  id text not null default new_id(),
  email text not null,
  name text not null,
  password_hash text,
  roles text[] not null default '{}'::text[],
  permissions text[] not null default '{}'::text[],
  flags text[] not null default '{}'::text[],
  queue jsonb not null default '[]'::jsonb,
  order_queue jsonb not null default '[]'::jsonb,
  share_queue jsonb not null default '[]'::jsonb,
  territory_id text,
  invited boolean not null default false,
  approved boolean not null default false,
  registered boolean not null default false,
  confirmed boolean not null default false,
  enforced_2fa boolean not null default false,
  preferences jsonb not null,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  unsubscribe_code text not null default replace((gen_random_uuid())::text, '-'::text, ''::text),
  guest boolean not null default false,
  name_folded text not null generated always as (fold(name)) stored,
  constraint person_email_key UNIQUE (email),
  constraint person_pkey PRIMARY KEY (id),
  constraint person_territory_id_fkey FOREIGN KEY (territory_id) REFERENCES territory(id),
  constraint person_unsubscribe_code_key UNIQUE (unsubscribe_code)
);
CREATE INDEX person_name ON public.person USING btree (name, id);
CREATE INDEX person_search ON public.person USING gin (name_folded gin_trgm_ops, email gin_trgm_ops);
alter table person force row level security;
create policy caller on person to reelay_service using (((id = stated_person()) OR (EXISTS ( SELECT
   FROM membership m
  WHERE (m.person_id = person.id))) OR ('admin'::text = ANY (roles)) OR (EXISTS ( SELECT
   FROM scim_user su
  WHERE (su.person_id = person.id)))));

create unlogged table presence (
  translation_id text not null,
  person_id text not null,
  line_id text,
  since timestamp with time zone not null default clock_timestamp(),
  seen_at timestamp with time zone not null default clock_timestamp(),
  selection jsonb,
  changes integer not null default 1,
  constraint presence_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint presence_pkey PRIMARY KEY (translation_id, person_id),
  constraint presence_translation_id_fkey FOREIGN KEY (translation_id) REFERENCES translation(id) ON DELETE CASCADE
);
alter table presence force row level security;
create policy caller on presence to reelay_service using ((EXISTS ( SELECT
   FROM translation
  WHERE (translation.id = presence.translation_id))));

create table preview (
  id text not null default new_id(),
  studio_id text not null,
  project_id text not null,
  asset_id text not null,
  file_id text not null,
  revision text not null,
  label text not null,
  language text,
  type text not null,
  created_at timestamp with time zone not null default now(),
  constraint preview_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES asset(id),
  constraint preview_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id),
  constraint preview_pkey PRIMARY KEY (id),
  constraint preview_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint preview_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id)
);
CREATE INDEX preview_asset ON public.preview USING btree (asset_id, created_at DESC, id DESC);
CREATE INDEX preview_file ON public.preview USING btree (file_id);
CREATE INDEX preview_studio ON public.preview USING btree (studio_id, created_at DESC, id DESC);
alter table preview force row level security;
create policy caller on preview to reelay_service using ((studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[])));

create table project (
  id text not null default new_id(),
  studio_id text not null,
  slug text not null,
  name text not null,
  name_folded text not null generated always as (fold(name)) stored,
  logo_id text,
  status text not null default 'active'::text,
  description text not null default ''::text,
  release_at timestamp with time zone,
  release_tz text,
  created_at timestamp with time zone not null default now(),
  constraint project_pkey PRIMARY KEY (id),
  constraint project_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id),
  constraint project_studio_slug_key UNIQUE (studio_id, slug)
);
CREATE INDEX project_search ON public.project USING gin (name_folded gin_trgm_ops);
CREATE INDEX project_slug ON public.project USING btree (slug);
CREATE INDEX project_studio ON public.project USING btree (studio_id, name, id);
alter table project force row level security;
create policy caller on project to reelay_service using ((studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[])));

create table project_term (
  id text not null default new_id(),
  studio_id text not null,
  project_id text not null,
  kind text not null,
  source text not null,
  language text not null default ''::text,
  target text not null default ''::text,
  forbidden text[] not null default '{}'::text[],
  note text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  constraint project_term_pkey PRIMARY KEY (id),
  constraint project_term_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE,
  constraint project_term_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id)
);
CREATE UNIQUE INDEX project_term_source ON public.project_term USING btree (project_id, language, lower(source));
alter table project_term force row level security;
create policy caller on project_term to reelay_service using ((studio_id = ANY (stated_studios())));

create table remembered_device (
  id text not null default new_id(),
  person_id text not null,
  family_digest text not null,
  digest text not null,
  previous_digest text,
  rotated_at timestamp with time zone not null default now(),
  second_factor boolean not null,
  agent text,
  network text,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint remembered_device_family_digest_key UNIQUE (family_digest),
  constraint remembered_device_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint remembered_device_pkey PRIMARY KEY (id)
);
CREATE INDEX remembered_device_person ON public.remembered_device USING btree (person_id, created_at);
alter table remembered_device force row level security;
create policy caller on remembered_device to reelay_service using ((person_id = stated_person()));

create table reminder (
  studio_id text not null,
  work_request_id text not null,
  deadline text not null,
  at timestamp with time zone not null,
  offset_hours integer not null,
  sent_at timestamp with time zone not null default now(),
  constraint reminder_deadline_check CHECK ((deadline = ANY (ARRAY['due'::text, 'delivery'::text]))),
  constraint reminder_pkey PRIMARY KEY (work_request_id, deadline, at, offset_hours),
  constraint reminder_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id),
  constraint reminder_work_request_id_fkey FOREIGN KEY (work_request_id) REFERENCES work_request(id) ON DELETE CASCADE
);
CREATE INDEX reminder_studio ON public.reminder USING btree (studio_id);
alter table reminder force row level security;
create policy caller on reminder to reelay_service using ((studio_id = ANY (stated_studios())));

create table rendition (
  id text not null default new_id(),
  file_id text not null,
  kind text not null,
  variant text not null default ''::text,
  person_id text,
  metadata jsonb not null default '{}'::jsonb,
  complete boolean not null default true,
  created_at timestamp with time zone not null default now(),
  constraint rendition_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE CASCADE,
  constraint rendition_file_id_kind_variant_person_id_key UNIQUE NULLS NOT DISTINCT (file_id, kind, variant, person_id),
  constraint rendition_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint rendition_pkey PRIMARY KEY (id)
);
alter table rendition force row level security;
create policy caller on rendition to reelay_service using (sees_file(file_id));

create table rendition_part (
  rendition_id text not null,
  number integer not null,
  key text not null,
  length bigint not null,
  mime text not null,
  duration double precision,
  constraint rendition_part_pkey PRIMARY KEY (rendition_id, number),
  constraint rendition_part_rendition_id_fkey FOREIGN KEY (rendition_id) REFERENCES rendition(id) ON DELETE CASCADE
);
CREATE INDEX rendition_part_key ON public.rendition_part USING btree (key);
alter table rendition_part force row level security;
create policy caller on rendition_part to reelay_service using ((EXISTS ( SELECT
   FROM rendition
  WHERE (rendition.id = rendition_part.rendition_id))));

create table request_invitation (
  id text not null default new_id(),
  studio_id text not null,
  work_request_id text not null,
  email text not null,
  role text not null,
  by_id text not null,
  person_id text,
  vendor_id text,
  created_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null default (now() + '14 days'::interval),
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint request_invitation_by_id_fkey FOREIGN KEY (by_id) REFERENCES person(id),
  constraint request_invitation_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint request_invitation_pkey PRIMARY KEY (id),
  constraint request_invitation_role_check CHECK ((role = ANY (ARRAY['translator'::text, 'reviewer'::text]))),
  constraint request_invitation_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id),
  constraint request_invitation_work_request_id_fkey FOREIGN KEY (work_request_id) REFERENCES work_request(id) ON DELETE CASCADE
);
CREATE INDEX request_invitation_request ON public.request_invitation USING btree (work_request_id);
CREATE INDEX request_invitation_studio ON public.request_invitation USING btree (studio_id, created_at);
CREATE TRIGGER stamp_vendor BEFORE INSERT ON public.request_invitation FOR EACH ROW EXECUTE FUNCTION stamp_vendor();
alter table request_invitation force row level security;
create policy accepted on request_invitation for insert to reelay_service with check ((NOT (EXISTS ( SELECT
   FROM work_request w
  WHERE ((w.id = request_invitation.work_request_id) AND (w.vendor_id = ANY (stated_groups())) AND (w.vendor_answer IS NULL) AND (w.studio_id = ANY (stated_vendor_studios())))))));
create policy caller on request_invitation to reelay_service using (((studio_id = ANY (stated_studios())) AND (EXISTS ( SELECT
   FROM work_request w
  WHERE (w.id = request_invitation.work_request_id)))));

create table request_member (
  person_id text not null,
  work_request_id text not null,
  studio_id text not null,
  role text not null,
  invitation_id text not null,
  constraint request_member_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES request_invitation(id),
  constraint request_member_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint request_member_pkey PRIMARY KEY (person_id, work_request_id),
  constraint request_member_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id),
  constraint request_member_work_request_id_fkey FOREIGN KEY (work_request_id) REFERENCES work_request(id) ON DELETE CASCADE
);
CREATE INDEX request_member_request ON public.request_member USING btree (work_request_id);
alter table request_member force row level security;
create policy caller on request_member to reelay_service using (((studio_id = ANY (stated_studios())) AND ((person_id = stated_person()) OR (EXISTS ( SELECT
   FROM work_request w
  WHERE (w.id = request_member.work_request_id))))));

create unlogged table review_session (
  id text not null default new_id(),
  studio_id text not null,
  leader text not null,
  offered boolean not null default false,
  shown text[] not null,
  view jsonb not null,
  playback jsonb not null,
  drawing jsonb not null,
  revision bigint not null default 1,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint review_session_pkey PRIMARY KEY (id),
  constraint review_session_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id) ON DELETE CASCADE
);
CREATE INDEX review_session_shown ON public.review_session USING gin (shown);
CREATE INDEX review_session_studio ON public.review_session USING btree (studio_id);
alter table review_session force row level security;
create policy caller on review_session to reelay_service using (((studio_id = ANY (stated_studios())) AND ((shown[1] !~~ 'w%'::text) OR (EXISTS ( SELECT
   FROM work_request w
  WHERE (w.id = substr(review_session.shown[1], 2)))))));

create unlogged table review_session_member (
  session_id text not null,
  id text not null,
  person_id text not null,
  following boolean not null,
  since timestamp with time zone not null default clock_timestamp(),
  seen_at timestamp with time zone not null default clock_timestamp(),
  share_id text,
  constraint review_session_member_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint review_session_member_pkey PRIMARY KEY (session_id, id),
  constraint review_session_member_session_id_fkey FOREIGN KEY (session_id) REFERENCES review_session(id) ON DELETE CASCADE,
  constraint review_session_member_share_id_fkey FOREIGN KEY (share_id) REFERENCES share(id) ON DELETE CASCADE
);
CREATE INDEX review_session_member_person ON public.review_session_member USING btree (person_id);
CREATE INDEX review_session_member_share ON public.review_session_member USING btree (share_id);
alter table review_session_member force row level security;
create policy caller on review_session_member to reelay_service using ((EXISTS ( SELECT
   FROM review_session
  WHERE (review_session.id = review_session_member.session_id))));

create table scim_group (
  studio_id text not null,
  group_id text not null,
  external_id text,
  constraint scim_group_group_id_fkey FOREIGN KEY (group_id) REFERENCES people_group(id) ON DELETE CASCADE,
  constraint scim_group_pkey PRIMARY KEY (group_id),
  constraint scim_group_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id) ON DELETE CASCADE
);
alter table scim_group force row level security;
create policy caller on scim_group to reelay_service using ((studio_id = ANY (stated_studios())));

create table scim_token (
  studio_id text not null,
  digest text not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint scim_token_digest_key UNIQUE (digest),
  constraint scim_token_pkey PRIMARY KEY (studio_id),
  constraint scim_token_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id) ON DELETE CASCADE
);
alter table scim_token force row level security;
create policy caller on scim_token to reelay_service using ((studio_id = ANY (stated_studios())));

create table scim_user (
  studio_id text not null,
  person_id text not null,
  user_name text not null,
  external_id text,
  name jsonb not null default '{}'::jsonb,
  roles text[] not null,
  created_at timestamp with time zone not null default now(),
  changed_at timestamp with time zone not null default now(),
  constraint scim_user_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint scim_user_pkey PRIMARY KEY (studio_id, person_id),
  constraint scim_user_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX scim_user_name ON public.scim_user USING btree (studio_id, lower(user_name));
alter table scim_user force row level security;
create policy caller on scim_user to reelay_service using ((studio_id = ANY (stated_studios())));

create table script (
  id text not null default new_id(),
  studio_id text not null,
  asset_id text not null,
  part text not null,
  language text not null,
  text_track_id text not null,
  created_at timestamp with time zone not null default now(),
  constraint script_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  constraint script_asset_id_part_key UNIQUE (asset_id, part),
  constraint script_pkey PRIMARY KEY (id),
  constraint script_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id),
  constraint script_text_track_id_fkey FOREIGN KEY (text_track_id) REFERENCES text_track(id) ON DELETE CASCADE,
  constraint script_text_track_id_key UNIQUE (text_track_id)
);
alter table script force row level security;
create policy caller on script to reelay_service using ((studio_id = ANY (stated_studios())));

create table share (
  id text not null default new_id(),
  studio_id text not null,
  from_id text not null,
  kind text not null,
  subject_id text,
  message text not null default ''::text,
  passphrase_hash text,
  may_download boolean not null,
  may_comment boolean not null,
  may_decide boolean not null,
  watermark boolean not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  revoked_by text,
  language text not null default 'en'::text,
  may_follow boolean not null default false,
  constraint share_check CHECK (((subject_id IS NULL) = (kind = 'files'::text))),
  constraint share_from_id_fkey FOREIGN KEY (from_id) REFERENCES person(id),
  constraint share_kind_check CHECK ((kind = ANY (ARRAY['delivery'::text, 'preview'::text, 'offline'::text, 'files'::text]))),
  constraint share_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'ar'::text]))),
  constraint share_pkey PRIMARY KEY (id),
  constraint share_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES person(id),
  constraint share_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id)
);
CREATE INDEX share_studio ON public.share USING btree (studio_id, created_at DESC, id DESC);
CREATE INDEX share_subject ON public.share USING btree (subject_id) WHERE (subject_id IS NOT NULL);
alter table share force row level security;
create policy caller on share to reelay_service using ((studio_id = ANY (stated_studios())));

create table share_code (
  digest text not null,
  recipient_id text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint share_code_pkey PRIMARY KEY (digest),
  constraint share_code_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES share_recipient(id) ON DELETE CASCADE
);
CREATE INDEX share_code_recipient ON public.share_code USING btree (recipient_id);
alter table share_code force row level security;
create policy caller on share_code to reelay_service using ((EXISTS ( SELECT
   FROM share_recipient
  WHERE (share_recipient.id = share_code.recipient_id))));

create table share_file (
  id text not null default new_id(),
  share_id text not null,
  file_id text not null,
  name text not null,
  "position" integer not null,
  constraint share_file_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id),
  constraint share_file_pkey PRIMARY KEY (id),
  constraint share_file_share_id_file_id_key UNIQUE (share_id, file_id),
  constraint share_file_share_id_fkey FOREIGN KEY (share_id) REFERENCES share(id) ON DELETE CASCADE
);
CREATE INDEX share_file_file ON public.share_file USING btree (file_id);
alter table share_file force row level security;
create policy caller on share_file to reelay_service using ((EXISTS ( SELECT
   FROM share
  WHERE (share.id = share_file.share_id))));

create table share_recipient (
  id text not null default new_id(),
  share_id text not null,
  person_id text,
  email text,
  name text not null default ''::text,
  digest text,
  sent_at timestamp with time zone,
  opened_at timestamp with time zone,
  last_opened_at timestamp with time zone,
  opens integer not null default 0,
  decision text,
  comment text not null default ''::text,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  replies_mailed_at timestamp with time zone,
  constraint share_recipient_decision_check CHECK ((decision = ANY (ARRAY['accepted'::text, 'rejected'::text]))),
  constraint share_recipient_digest_key UNIQUE (digest),
  constraint share_recipient_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint share_recipient_pkey PRIMARY KEY (id),
  constraint share_recipient_share_id_email_key UNIQUE (share_id, email),
  constraint share_recipient_share_id_fkey FOREIGN KEY (share_id) REFERENCES share(id) ON DELETE CASCADE
);
CREATE INDEX share_recipient_person ON public.share_recipient USING btree (person_id);
CREATE UNIQUE INDEX share_recipient_visitor ON public.share_recipient USING btree (share_id, name) WHERE ((email IS NULL) AND (digest IS NULL));
alter table share_recipient force row level security;
create policy caller on share_recipient to reelay_service using ((EXISTS ( SELECT
   FROM share
  WHERE (share.id = share_recipient.share_id))));

create table share_session (
  id text not null default new_id(),
  share_id text not null,
  recipient_id text not null,
  digest text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint share_session_digest_key UNIQUE (digest),
  constraint share_session_pkey PRIMARY KEY (id),
  constraint share_session_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES share_recipient(id) ON DELETE CASCADE,
  constraint share_session_share_id_fkey FOREIGN KEY (share_id) REFERENCES share(id) ON DELETE CASCADE
);
CREATE INDEX share_session_expiry ON public.share_session USING btree (expires_at);
CREATE INDEX share_session_recipient ON public.share_session USING btree (recipient_id);
CREATE INDEX share_session_share ON public.share_session USING btree (share_id);
alter table share_session force row level security;
create policy caller on share_session to reelay_service using ((EXISTS ( SELECT
   FROM share
  WHERE (share.id = share_session.share_id))));

create table signing_key (
  id text not null default new_id(),
  secret text not null,
  created_at timestamp with time zone not null default now(),
  retired_at timestamp with time zone,
  constraint signing_key_pkey PRIMARY KEY (id)
);
alter table signing_key force row level security;

create table sso_attempt (
  id text not null default new_id(),
  provider_id text not null,
  cookie_digest text not null,
  challenge text not null,
  expires_at timestamp with time zone not null default (now() + '00:10:00'::interval),
  code_digest text,
  claims jsonb,
  id_token text,
  fresh boolean not null default false,
  started_at timestamp with time zone not null default now(),
  constraint sso_attempt_code_digest_key UNIQUE (code_digest),
  constraint sso_attempt_pkey PRIMARY KEY (id),
  constraint sso_attempt_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES identity_provider(id) ON DELETE CASCADE
);
CREATE INDEX sso_attempt_expires ON public.sso_attempt USING btree (expires_at);
alter table sso_attempt force row level security;

create table sso_session (
  token_id text not null,
  studio_id text not null,
  provider_id text not null,
  identity_id text not null,
  limited boolean not null,
  id_token text,
  constraint sso_session_pkey PRIMARY KEY (token_id),
  constraint sso_session_token_id_fkey FOREIGN KEY (token_id) REFERENCES token(id) ON DELETE CASCADE
);
CREATE INDEX sso_session_identity ON public.sso_session USING btree (identity_id);
alter table sso_session force row level security;
create policy caller on sso_session to reelay_service using ((EXISTS ( SELECT
   FROM token
  WHERE (token.id = sso_session.token_id))));

create unlogged table stream_signal (
  sequence bigint not null,
  type text not null,
  record_id text not null,
  shown text[],
  users text[] not null,
  vendor_studio text,
  vendor_groups text[],
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint stream_signal_pkey PRIMARY KEY (sequence)
);
alter table stream_signal force row level security;

create table studio (
  id text not null default new_id(),
  slug text not null,
  name text not null,
  logo_id text,
  settings jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint studio_pkey PRIMARY KEY (id),
  constraint studio_slug_key UNIQUE (slug)
);
alter table studio force row level security;
create policy caller on studio to reelay_service using ((id = ANY (stated_studios())));

create table studio_word (
  id text not null default new_id(),
  studio_id text not null,
  language text not null,
  word text not null,
  created_at timestamp with time zone not null default now(),
  constraint studio_word_pkey PRIMARY KEY (id),
  constraint studio_word_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id) ON DELETE CASCADE,
  constraint studio_word_studio_id_language_word_key UNIQUE (studio_id, language, word)
);
alter table studio_word force row level security;
create policy caller on studio_word to reelay_service using ((studio_id = ANY (stated_studios())));

create table territory (
  id text not null default new_id(),
  code text not null,
  name text not null,
  standard text not null,
  countries jsonb not null default '[]'::jsonb,
  languages jsonb not null default '[]'::jsonb,
  assigned_languages jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null default now(),
  constraint territory_code_key UNIQUE (code),
  constraint territory_pkey PRIMARY KEY (id)
);
alter table territory force row level security;
create policy caller on territory to reelay_service using (true);

create table text_track (
  id text not null default new_id(),
  studio_id text not null,
  revision integer not null default 0,
  constraint text_track_pkey PRIMARY KEY (id)
);
alter table text_track force row level security;
create policy caller on text_track to reelay_service using (((studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[])) AND ((studio_id <> ALL (( SELECT stated_vendor_studios() AS stated_vendor_studios)::text[])) OR sees_text_track(id))));

create table text_track_file (
  text_track_id text not null,
  field text not null,
  format text not null,
  bytes bytea not null,
  constraint text_track_file_field_check CHECK ((field = ANY (ARRAY['text'::text, 'source'::text]))),
  constraint text_track_file_pkey PRIMARY KEY (text_track_id, field),
  constraint text_track_file_text_track_id_fkey FOREIGN KEY (text_track_id) REFERENCES text_track(id) ON DELETE CASCADE
);
alter table text_track_file force row level security;
create policy caller on text_track_file to reelay_service using ((EXISTS ( SELECT
   FROM text_track
  WHERE (text_track.id = text_track_file.text_track_id))));

create table text_track_line (
  id text not null default new_id(),
  text_track_id text not null,
  start_ms integer not null,
  stop_ms integer not null,
  "position" integer not null,
  text text not null,
  source text not null default ''::text,
  origin_id text,
  stale boolean not null default false,
  auto boolean not null default false,
  custom boolean not null default false,
  machine boolean not null default false,
  extra jsonb not null default '{}'::jsonb,
  version integer not null default 1,
  constraint text_track_line_check CHECK (((0 <= start_ms) AND (start_ms < stop_ms))),
  constraint text_track_line_pkey PRIMARY KEY (id),
  constraint text_track_line_text_track_id_fkey FOREIGN KEY (text_track_id) REFERENCES text_track(id) ON DELETE CASCADE
);
CREATE INDEX text_track_line_order ON public.text_track_line USING btree (text_track_id, start_ms, "position", id);
CREATE INDEX text_track_line_search ON public.text_track_line USING gin (fold(text) gin_trgm_ops);
alter table text_track_line force row level security;
create policy caller on text_track_line to reelay_service using ((EXISTS ( SELECT
   FROM text_track
  WHERE (text_track.id = text_track_line.text_track_id))));

create table text_track_line_version (
  text_track_id text not null,
  line_id text not null,
  version integer not null,
  revision integer not null,
  removed boolean not null default false,
  line jsonb not null,
  constraint text_track_line_version_pkey PRIMARY KEY (line_id, version),
  constraint text_track_line_version_text_track_id_fkey FOREIGN KEY (text_track_id) REFERENCES text_track(id) ON DELETE CASCADE
);
CREATE INDEX text_track_line_version_track ON public.text_track_line_version USING btree (text_track_id, revision);
alter table text_track_line_version force row level security;
create policy caller on text_track_line_version to reelay_service using ((EXISTS ( SELECT
   FROM text_track
  WHERE (text_track.id = text_track_line_version.text_track_id))));

create table text_track_revision (
  text_track_id text not null,
  number integer not null,
  person_id text not null,
  deed text not null,
  at timestamp with time zone not null default now(),
  constraint text_track_revision_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint text_track_revision_pkey PRIMARY KEY (text_track_id, number),
  constraint text_track_revision_text_track_id_fkey FOREIGN KEY (text_track_id) REFERENCES text_track(id) ON DELETE CASCADE
);
alter table text_track_revision force row level security;
create policy caller on text_track_revision to reelay_service using ((EXISTS ( SELECT
   FROM text_track
  WHERE (text_track.id = text_track_revision.text_track_id))));

create table token (
  id text not null default new_id(),
  digest text not null,
  person_id text not null,
  name text not null default ''::text,
  second_factor boolean not null default false,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  idle_timeout interval,
  agent text,
  network text,
  scope_access text,
  scope_studio_id text,
  scope_project_id text,
  verified_at timestamp with time zone,
  device_id text,
  constraint token_check CHECK (((scope_access IS NOT NULL) OR ((scope_studio_id IS NULL) AND (scope_project_id IS NULL)))),
  constraint token_device_id_fkey FOREIGN KEY (device_id) REFERENCES remembered_device(id) ON DELETE SET NULL,
  constraint token_digest_key UNIQUE (digest),
  constraint token_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint token_pkey PRIMARY KEY (id),
  constraint token_scope_access_check CHECK ((scope_access = ANY (ARRAY['full'::text, 'read'::text, 'upload'::text]))),
  constraint token_scope_project_id_fkey FOREIGN KEY (scope_project_id) REFERENCES project(id) ON DELETE CASCADE,
  constraint token_scope_studio_id_fkey FOREIGN KEY (scope_studio_id) REFERENCES studio(id) ON DELETE CASCADE
);
CREATE INDEX token_device ON public.token USING btree (device_id) WHERE (device_id IS NOT NULL);
CREATE INDEX token_person ON public.token USING btree (person_id, used_at) WHERE (revoked_at IS NULL);
alter table token force row level security;
create policy caller on token to reelay_service using ((person_id = stated_person()));

create table trace_code (
  id text not null default new_id(),
  file_id text not null,
  person_id text,
  code bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint trace_code_code_check CHECK ((length(code) = 512)),
  constraint trace_code_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE CASCADE,
  constraint trace_code_file_id_person_id_key UNIQUE (file_id, person_id),
  constraint trace_code_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE SET NULL,
  constraint trace_code_pkey PRIMARY KEY (id)
);
CREATE INDEX trace_code_person ON public.trace_code USING btree (person_id);
alter table trace_code force row level security;
create policy caller on trace_code to reelay_service using (sees_file(file_id));

create table translation (
  id text not null default new_id(),
  studio_id text not null,
  asset_id text not null,
  work_request_id text not null,
  part text,
  language text not null,
  status text not null default 'incomplete'::text,
  reason text not null default ''::text,
  translator_id text,
  created_at timestamp with time zone not null default now(),
  text_track_id text not null,
  script_revision integer not null default 0,
  remarks jsonb not null default '[]'::jsonb,
  constraint translation_pkey PRIMARY KEY (id),
  constraint translation_text_track_id_fkey FOREIGN KEY (text_track_id) REFERENCES text_track(id) ON DELETE CASCADE,
  constraint translation_text_track_id_key UNIQUE (text_track_id),
  constraint translation_translator_id_fkey FOREIGN KEY (translator_id) REFERENCES person(id),
  constraint translation_work_request_id_fkey FOREIGN KEY (work_request_id) REFERENCES work_request(id) ON DELETE CASCADE,
  constraint translation_work_request_id_part_key UNIQUE (work_request_id, part) INCLUDE (studio_id)
);
CREATE INDEX translation_approved ON public.translation USING btree (asset_id, language) WHERE (status = 'approved'::text);
CREATE INDEX translation_asset ON public.translation USING btree (asset_id, created_at DESC, id DESC);
CREATE INDEX translation_created ON public.translation USING btree (created_at DESC, id DESC);
CREATE INDEX translation_of_translator ON public.translation USING btree (translator_id, created_at DESC, id DESC) INCLUDE (studio_id, work_request_id) WHERE (translator_id IS NOT NULL);
CREATE INDEX translation_status ON public.translation USING btree (studio_id, status, created_at DESC, id DESC) WHERE (status <> 'incomplete'::text);
CREATE INDEX translation_studio ON public.translation USING btree (studio_id, created_at DESC, id DESC);
CREATE INDEX translation_translator ON public.translation USING btree (translator_id, asset_id) INCLUDE (studio_id, work_request_id) WHERE (translator_id IS NOT NULL);
alter table translation force row level security;
create policy caller on translation to reelay_service using (((studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[])) AND ((studio_id <> ALL (( SELECT stated_vendor_studios() AS stated_vendor_studios)::text[])) OR sees_request(work_request_id))));

create table twofactor (
  person_id text not null,
  secret text not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  recovery text[] not null default '{}'::text[],
  constraint twofactor_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  constraint twofactor_pkey PRIMARY KEY (person_id)
);
alter table twofactor force row level security;
create policy caller on twofactor to reelay_service using ((person_id = stated_person()));

create table upload (
  id text not null default new_id(),
  file_id text not null,
  studio_id text not null,
  person_id text not null,
  length bigint not null,
  metadata jsonb not null default '{}'::jsonb,
  stored jsonb not null default '{"parts": [], "length": 0}'::jsonb,
  md5 text,
  sha256 text,
  fault jsonb,
  published_at timestamp with time zone,
  fence bigint not null default 0,
  lease_holder text,
  leased_until timestamp with time zone,
  takeover_requested boolean not null default false,
  expires_at timestamp with time zone not null default (now() + '7 days'::interval),
  created_at timestamp with time zone not null default now(),
  constraint upload_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id),
  constraint upload_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint upload_pkey PRIMARY KEY (id),
  constraint upload_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id)
);
CREATE INDEX upload_expiry ON public.upload USING btree (expires_at);
CREATE INDEX upload_file ON public.upload USING btree (file_id);
CREATE INDEX upload_person ON public.upload USING btree (person_id, created_at DESC, id DESC);
CREATE INDEX upload_stopped ON public.upload USING btree (created_at) WHERE ((published_at IS NULL) AND (fault IS NULL) AND (((stored ->> 'length'::text))::bigint = length));
alter table upload force row level security;
create policy caller on upload to reelay_service using ((studio_id = ANY (stated_studios())));

create table webhook (
  id text not null default new_id(),
  studio_id text not null,
  from_id text not null,
  url text not null,
  types text[] not null default '{}'::text[],
  active boolean not null default true,
  secret text not null,
  failures integer not null default 0,
  resume_at timestamp with time zone,
  failed_at timestamp with time zone,
  failed_code integer,
  failed_error text,
  leased_until timestamp with time zone,
  fence integer not null default 0,
  created_at timestamp with time zone not null default now(),
  format text not null default 'reelay'::text,
  constraint webhook_format_check CHECK ((format = ANY (ARRAY['reelay'::text, 'slack'::text, 'teams'::text]))),
  constraint webhook_from_id_fkey FOREIGN KEY (from_id) REFERENCES person(id),
  constraint webhook_pkey PRIMARY KEY (id),
  constraint webhook_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id)
);
CREATE INDEX webhook_studio ON public.webhook USING btree (studio_id, created_at DESC, id DESC);
alter table webhook force row level security;
create policy caller on webhook to reelay_service using ((studio_id = ANY (stated_studios())));

create table webhook_delivery (
  id text not null default new_id(),
  webhook_id text not null,
  number bigint not null,
  event_id text,
  type text not null,
  status text not null default 'waiting'::text,
  attempts integer not null default 0,
  code integer,
  error text,
  waiting_since timestamp with time zone not null default now(),
  delivered_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint webhook_delivery_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id),
  constraint webhook_delivery_pkey PRIMARY KEY (id),
  constraint webhook_delivery_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text, 'withheld'::text]))),
  constraint webhook_delivery_webhook_id_event_id_key UNIQUE (webhook_id, event_id),
  constraint webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE
);
CREATE INDEX webhook_delivery_age ON public.webhook_delivery USING btree (created_at);
CREATE INDEX webhook_delivery_line ON public.webhook_delivery USING btree (webhook_id, number) WHERE (status = 'waiting'::text);
CREATE INDEX webhook_delivery_list ON public.webhook_delivery USING btree (webhook_id, created_at DESC, number DESC);
alter table webhook_delivery force row level security;
create policy caller on webhook_delivery to reelay_service using ((EXISTS ( SELECT
   FROM webhook
  WHERE (webhook.id = webhook_delivery.webhook_id))));

create table work_request (
  id text not null default new_id(),
  studio_id text not null,
  project_id text not null,
  asset_id text not null,
  owner_id text not null,
  status text not null default 'incomplete'::text,
  language text not null,
  territory text not null,
  due_at timestamp with time zone,
  due_tz text,
  deadline_at timestamp with time zone,
  deadline_tz text,
  dng jsonb not null,
  uses jsonb not null,
  dcp jsonb not null,
  recipients jsonb not null,
  shipping jsonb not null default '[]'::jsonb,
  instructions text not null default ''::text,
  reason text not null default ''::text,
  tags text[] not null default '{}'::text[],
  auto boolean not null default false,
  autosubs boolean not null default false,
  dual_languages boolean not null default false,
  auto_mode boolean not null default false,
  aspect_ratio text,
  audio_file_id text,
  estimate_base numeric(12,2) not null default 0,
  estimate_applied numeric(12,2) not null default 0,
  submitted_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  vendor_id text,
  estimate_currency text not null default 'EUR'::text,
  vendor_answer text,
  reviewer_id text,
  approver_id text,
  assignee_id text,
  instructions_folded text not null generated always as (fold(instructions)) stored,
  constraint work_request_approver_id_fkey FOREIGN KEY (approver_id) REFERENCES person(id),
  constraint work_request_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES asset(id),
  constraint work_request_audio_file_id_fkey FOREIGN KEY (audio_file_id) REFERENCES file(id),
  constraint work_request_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES person(id),
  constraint work_request_pkey PRIMARY KEY (id),
  constraint work_request_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES person(id),
  constraint work_request_vendor_answer_check CHECK ((vendor_answer = ANY (ARRAY['accepted'::text, 'declined'::text]))),
  constraint work_request_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES people_group(id)
);
CREATE INDEX work_request_asset ON public.work_request USING btree (asset_id);
CREATE INDEX work_request_due ON public.work_request USING btree (studio_id, COALESCE(LEAST(due_at, deadline_at), 'infinity'::timestamp with time zone), id);
CREATE INDEX work_request_open ON public.work_request USING btree (studio_id, COALESCE(LEAST(due_at, deadline_at), 'infinity'::timestamp with time zone), id) WHERE (status <> ALL (ARRAY['complete'::text, 'cancelled'::text]));
CREATE INDEX work_request_owner ON public.work_request USING btree (owner_id, created_at DESC, id DESC);
CREATE INDEX work_request_project ON public.work_request USING btree (project_id, created_at DESC, id DESC);
CREATE INDEX work_request_reviewers ON public.work_request USING btree (reviewer_id, approver_id) WHERE (((reviewer_id IS NOT NULL) OR (approver_id IS NOT NULL)) AND (status <> ALL (ARRAY['complete'::text, 'cancelled'::text])));
CREATE INDEX work_request_studio ON public.work_request USING btree (studio_id, created_at DESC, id DESC);
CREATE INDEX work_request_territory ON public.work_request USING btree (studio_id, territory, created_at DESC, id DESC);
CREATE INDEX work_request_vendor ON public.work_request USING btree (vendor_id, studio_id, COALESCE(LEAST(due_at, deadline_at), 'infinity'::timestamp with time zone), id);
CREATE TRIGGER delete_translations BEFORE DELETE ON public.work_request FOR EACH ROW EXECUTE FUNCTION delete_translations();
alter table work_request force row level security;
create policy caller on work_request to reelay_service using (((studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[])) AND ((vendor_id IS NULL) OR ((vendor_id = ANY (( SELECT stated_groups() AS stated_groups)::text[])) AND (vendor_answer IS DISTINCT FROM 'declined'::text)) OR (owner_id = ( SELECT stated_person() AS stated_person)) OR (studio_id <> ALL (( SELECT stated_vendor_studios() AS stated_vendor_studios)::text[])))));

create table work_request_assignment (
  id text not null default new_id(),
  studio_id text not null,
  work_request_id text not null,
  vendor_id text not null,
  by_id text not null,
  automatic boolean not null default false,
  respond_by timestamp with time zone,
  decision text,
  reason text not null default ''::text,
  decided_by text,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  ended_at timestamp with time zone,
  overdue_at timestamp with time zone,
  rule jsonb,
  constraint work_request_assignment_by_id_fkey FOREIGN KEY (by_id) REFERENCES person(id),
  constraint work_request_assignment_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES person(id),
  constraint work_request_assignment_decision_check CHECK ((decision = ANY (ARRAY['accepted'::text, 'declined'::text]))),
  constraint work_request_assignment_pkey PRIMARY KEY (id),
  constraint work_request_assignment_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id),
  constraint work_request_assignment_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES people_group(id),
  constraint work_request_assignment_work_request_id_fkey FOREIGN KEY (work_request_id) REFERENCES work_request(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX work_request_assignment_current ON public.work_request_assignment USING btree (work_request_id) WHERE (ended_at IS NULL);
CREATE INDEX work_request_assignment_request ON public.work_request_assignment USING btree (work_request_id);
CREATE INDEX work_request_assignment_vendor ON public.work_request_assignment USING btree (vendor_id);
alter table work_request_assignment force row level security;
create policy caller on work_request_assignment to reelay_service using (((studio_id = ANY (stated_studios())) AND ((vendor_id = ANY (stated_groups())) OR (studio_id <> ALL (stated_vendor_studios())))));

create table work_request_comment (
  id text not null default new_id(),
  studio_id text not null,
  work_request_id text not null,
  reply_to_id text,
  from_id text not null,
  text text not null,
  mentions text[] not null default '{}'::text[],
  edited_at timestamp with time zone,
  removed_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  vendor_id text,
  constraint work_request_comment_from_id_fkey FOREIGN KEY (from_id) REFERENCES person(id),
  constraint work_request_comment_pkey PRIMARY KEY (id),
  constraint work_request_comment_reply_to_id_fkey FOREIGN KEY (reply_to_id) REFERENCES work_request_comment(id),
  constraint work_request_comment_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES studio(id),
  constraint work_request_comment_work_request_id_fkey FOREIGN KEY (work_request_id) REFERENCES work_request(id)
);
CREATE INDEX work_request_comment_request ON public.work_request_comment USING btree (work_request_id);
CREATE INDEX work_request_comment_search ON public.work_request_comment USING gin (fold(text) gin_trgm_ops) WHERE (removed_at IS NULL);
CREATE INDEX work_request_comment_thread ON public.work_request_comment USING btree (reply_to_id) WHERE (reply_to_id IS NOT NULL);
CREATE TRIGGER stamp_vendor BEFORE INSERT ON public.work_request_comment FOR EACH ROW EXECUTE FUNCTION stamp_vendor();
alter table work_request_comment force row level security;
create policy caller on work_request_comment to reelay_service using (((studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[])) AND ((studio_id <> ALL (( SELECT stated_vendor_studios() AS stated_vendor_studios)::text[])) OR sees_request(work_request_id))));

create table work_request_file (
  work_request_id text not null,
  name text not null,
  file_id text not null,
  "position" integer not null,
  delivery_name text,
  state text not null default 'checking'::text,
  companion boolean not null default false,
  studio_id text not null,
  constraint work_request_file_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id),
  constraint work_request_file_pkey PRIMARY KEY (work_request_id, name, file_id),
  constraint work_request_file_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'checking'::text, 'clean'::text, 'failed'::text]))),
  constraint work_request_file_work_request_id_fkey FOREIGN KEY (work_request_id) REFERENCES work_request(id) ON DELETE CASCADE
);
CREATE INDEX work_request_file_file ON public.work_request_file USING btree (file_id);
alter table work_request_file force row level security;
create policy accepted on work_request_file for insert to reelay_service with check ((NOT (EXISTS ( SELECT
   FROM work_request w
  WHERE ((w.id = work_request_file.work_request_id) AND (w.vendor_id = ANY (stated_groups())) AND (w.vendor_answer IS NULL) AND (w.studio_id = ANY (stated_vendor_studios())))))));
create policy caller on work_request_file to reelay_service using (((studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[])) AND ((studio_id <> ALL (( SELECT stated_vendor_studios() AS stated_vendor_studios)::text[])) OR sees_request(work_request_id))));

create table work_request_history (
  id bigint not null,
  studio_id text not null,
  work_request_id text not null,
  person_id text not null,
  status text not null,
  reason text not null default ''::text,
  code text,
  automatic boolean not null default false,
  at timestamp with time zone not null default now(),
  cause text,
  vendor_id text,
  status_before text,
  working_seconds integer,
  total_seconds integer,
  reached_before timestamp with time zone,
  constraint work_request_history_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint work_request_history_pkey PRIMARY KEY (id),
  constraint work_request_history_work_request_id_fkey FOREIGN KEY (work_request_id) REFERENCES work_request(id) ON DELETE CASCADE
);
CREATE INDEX work_request_history_person ON public.work_request_history USING btree (person_id, work_request_id);
CREATE INDEX work_request_history_rejected ON public.work_request_history USING btree (studio_id, at) WHERE (status = 'rejected'::text);
CREATE INDEX work_request_history_request ON public.work_request_history USING btree (work_request_id, id) INCLUDE (status, at, studio_id);
CREATE INDEX work_request_history_studio ON public.work_request_history USING btree (studio_id, at);
CREATE TRIGGER stamp_vendor BEFORE INSERT ON public.work_request_history FOR EACH ROW WHEN ((new.at >= now())) EXECUTE FUNCTION stamp_vendor();
alter table work_request_history force row level security;
create policy accepted on work_request_history for insert to reelay_service with check ((NOT (EXISTS ( SELECT
   FROM work_request w
  WHERE ((w.id = work_request_history.work_request_id) AND (w.vendor_id = ANY (stated_groups())) AND (w.vendor_answer IS NULL) AND (w.studio_id = ANY (stated_vendor_studios())))))));
create policy caller on work_request_history to reelay_service using (((studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[])) AND ((studio_id <> ALL (( SELECT stated_vendor_studios() AS stated_vendor_studios)::text[])) OR (EXISTS ( SELECT
   FROM work_request w
  WHERE (w.id = work_request_history.work_request_id))))));

create table workflow (
  id text not null default new_id(),
  name text not null,
  definition jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint workflow_pkey PRIMARY KEY (id)
);
alter table workflow force row level security;
create policy caller on workflow to reelay_service using ((((NOT jsonb_path_exists(definition, '$."phases".*."groups"[*]'::jsonpath)) AND (NOT jsonb_path_exists(definition, '$."phases".*."users"[*]'::jsonpath))) OR sees_workflow(id, definition)));

create view person_group as
 SELECT gp.person_id,
    g.id AS group_id,
    g.name
   FROM group_person gp
     JOIN people_group g ON g.id = gp.group_id;

create view person_list as
 SELECT id,
    name,
    name_folded,
    email,
    roles,
    created_at
   FROM person
  WHERE disabled_at IS NULL AND NOT guest;

create view person_studio as
 SELECT person_id,
    studio_id
   FROM membership;

create view person_summary as
 SELECT id,
    name,
    email,
    invited,
    approved,
    registered,
    confirmed
   FROM person;

create view viewer as
 SELECT id,
    name,
    email,
    'admin'::text = ANY (roles) AS is_admin,
    approved AND disabled_at IS NULL AS active,
    ARRAY( SELECT gp.group_id
           FROM group_person gp
          WHERE gp.person_id = p.id) AS groups,
    ARRAY( SELECT m.studio_id
           FROM membership m
          WHERE m.person_id = p.id) AS studios,
    COALESCE(( SELECT json_agg(json_build_object('studio', m.studio_id, 'roles', m.roles, 'permissions', m.permissions, 'territory', t.code, 'limited', m.limited, 'requests', ARRAY( SELECT rm.work_request_id
                   FROM request_member rm
                  WHERE rm.person_id = p.id AND rm.studio_id = m.studio_id)) ORDER BY m.studio_id) AS json_agg
           FROM membership m
             LEFT JOIN territory t ON t.id = m.territory_id
          WHERE m.person_id = p.id), '[]'::json) AS memberships,
    ARRAY( SELECT m.studio_id
           FROM membership m
          WHERE m.person_id = p.id AND NOT m.limited) AS full_studios,
    ARRAY( SELECT rm.work_request_id
           FROM request_member rm
          WHERE rm.person_id = p.id) AS requests
   FROM person p
  WHERE NOT guest;

CREATE OR REPLACE FUNCTION public.count_lines_above(line text_track_line)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select count(*)::integer from text_track_line above
  where above.text_track_id = line.text_track_id
    and (above.start_ms, above.position, above.id) < (line.start_ms, line.position, line.id)
$function$;

CREATE OR REPLACE FUNCTION public.delete_translations()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from translation where work_request_id = old.id;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.embargoed(ends timestamp with time zone, until_event boolean, terminal boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE((ends > now()), false) OR (until_event AND (NOT terminal)));

CREATE OR REPLACE FUNCTION public.events_concerning(ids text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT event.id
    FROM event
   WHERE ((((event.notify_users || event.notify_groups) || event.from_id) && events_concerning.ids) AND ((( SELECT current_setting('role'::text) AS current_setting) IS DISTINCT FROM 'reelay_service'::text) OR (event.studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[]))));
END;

CREATE OR REPLACE FUNCTION public.fill_audit_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.search := fold(new.about_name) || chr(31) || fold(new.by_name) || chr(31) || fold(new.act);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.find_memory_keys(of_studio text, of_source text, of_language text, hashes integer[], shortest integer, longest integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT DISTINCT memory_unit.source_key
    FROM memory_unit
   WHERE ((memory_unit.minhashes && find_memory_keys.hashes) AND (memory_unit.studio_id = find_memory_keys.of_studio) AND (memory_unit.source_language = find_memory_keys.of_source) AND (memory_unit.language = find_memory_keys.of_language) AND ((length(memory_unit.source_key) >= find_memory_keys.shortest) AND (length(memory_unit.source_key) <= find_memory_keys.longest)) AND ((( SELECT current_setting('role'::text) AS current_setting) IS DISTINCT FROM 'reelay_service'::text) OR (memory_unit.studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[]))));
END;

CREATE OR REPLACE FUNCTION public.find_memory_units(of_studio text, of_source text, of_language text, keys text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT memory_unit.id
    FROM memory_unit
   WHERE ((memory_unit.studio_id = find_memory_units.of_studio) AND (memory_unit.source_language = find_memory_units.of_source) AND (memory_unit.language = find_memory_units.of_language) AND (md5(memory_unit.source_key) = ANY (ARRAY( SELECT md5(key.key) AS md5
            FROM unnest(find_memory_units.keys) key(key)))) AND (memory_unit.source_key = ANY (find_memory_units.keys)) AND ((( SELECT current_setting('role'::text) AS current_setting) IS DISTINCT FROM 'reelay_service'::text) OR (memory_unit.studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[]))));
END;

CREATE OR REPLACE FUNCTION public.fold(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length($1) = char_length($1)) THEN lower($1) ELSE fold_accents($1) END;

CREATE OR REPLACE FUNCTION public.fold_accents(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(unaccent('unaccent'::regdictionary, $1));

CREATE OR REPLACE FUNCTION public.is_before_checkpoint(entry bigint, of_chain text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM (audit_link l JOIN audit_checkpoint c ON ((c.chain = l.chain))) WHERE ((l.number = is_before_checkpoint.entry) AND (l.chain = is_before_checkpoint.of_chain) AND (c."position" >= l."position"))));

CREATE OR REPLACE PROCEDURE public.limit_rows(IN relation regclass, IN condition text, IN written text DEFAULT NULL::text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter policy caller on %s using (%s) with check (%s)',
    relation, condition, coalesce(written, condition));
end $procedure$;

CREATE OR REPLACE FUNCTION public.lines_of_text_track(track text)
 RETURNS SETOF text_track_line
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select l.* from text_track_line l
  where l.text_track_id = track and (select shows_text_track(track))
$function$;

CREATE OR REPLACE FUNCTION public.new_id()
 RETURNS text
 LANGUAGE sql
 PARALLEL SAFE
RETURN ((lpad(to_hex(seconds(clock_timestamp())), 8, '0'::text) || "left"((gen_random_uuid())::text, 8)) || "right"((gen_random_uuid())::text, 8));

CREATE OR REPLACE FUNCTION public.number_offline_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('reelay.importing', true) is distinct from 'on' then
    new.version := (
      select coalesce(max(version), 0) + 1 from offline
      where work_request_id = new.work_request_id);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.phase_includes(phase jsonb, person text, groups text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (COALESCE(((phase -> 'users'::text) ? person), false) OR (EXISTS (SELECT FROM jsonb_array_elements((phase_includes.phase -> 'groups'::text)) named(value) WHERE ((named.value ->> 'id'::text) = ANY (phase_includes.groups)))));

CREATE OR REPLACE FUNCTION public.protect_audit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_level = 'ROW' and tg_table_name = 'audit_link' and tg_op = 'DELETE' then
    if is_before_checkpoint(old.number, old.chain) then
      return old;
    end if;
  elsif tg_level = 'ROW' and tg_table_name = 'audit' and tg_op = 'DELETE' then
    if old.studios <> '{}' and (
      select bool_and(is_before_checkpoint(old.number, id)) from unnest(old.studios) id) then
      return old;
    end if;
  elsif tg_level = 'ROW' and tg_table_name = 'audit' and tg_op = 'UPDATE' then
    -- `search` is generated later.
    if new.studios <> '{}' and new.studios <@ old.studios
      and to_jsonb(new) - '{studios,asked,search}'::text[] = to_jsonb(old) - '{studios,asked,search}'::text[]
      and (
        select bool_and(is_before_checkpoint(old.number, id)) from unnest(old.studios) id
        where id <> all (new.studios)) then
      return new;
    end if;
  end if;
  raise exception 'The audit log is append-only: % on % is not allowed', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE PROCEDURE public.protect_rows(IN relation regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', relation);
  execute format('alter table %s force row level security', relation);
  execute format(
    'create policy system on %s to reelay_system using (true) with check (true)', relation);
end $procedure$;

CREATE OR REPLACE FUNCTION public.search_assets(pattern text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT asset.id
    FROM asset
   WHERE ((asset.name_folded ~~ search_assets.pattern) AND ((( SELECT current_setting('role'::text) AS current_setting) IS DISTINCT FROM 'reelay_service'::text) OR (asset.studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[]))));
END;

CREATE OR REPLACE FUNCTION public.search_audits(pattern text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT audit.id
    FROM audit
   WHERE ((audit.search ~~ search_audits.pattern) AND ((( SELECT current_setting('role'::text) AS current_setting) IS DISTINCT FROM 'reelay_service'::text) OR (audit.studios && ( SELECT stated_studios() AS stated_studios))));
END;

CREATE OR REPLACE FUNCTION public.search_files(pattern text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT file.id
    FROM file
   WHERE ((file.name_folded ~~ search_files.pattern) AND ((( SELECT current_setting('role'::text) AS current_setting) IS DISTINCT FROM 'reelay_service'::text) OR (file.studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[]))));
END;

CREATE OR REPLACE FUNCTION public.search_offline_comments(pattern text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT offline_comment.id
    FROM offline_comment
   WHERE ((offline_comment.removed_at IS NULL) AND (fold(offline_comment.text) ~~ search_offline_comments.pattern) AND ((( SELECT current_setting('role'::text) AS current_setting) IS DISTINCT FROM 'reelay_service'::text) OR (offline_comment.studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[]))));
END;

CREATE OR REPLACE FUNCTION public.search_projects(pattern text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT project.id
    FROM project
   WHERE ((project.name_folded ~~ search_projects.pattern) AND ((( SELECT current_setting('role'::text) AS current_setting) IS DISTINCT FROM 'reelay_service'::text) OR (project.studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[]))));
END;

CREATE OR REPLACE FUNCTION public.search_text_track_lines(pattern text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT l.id
    FROM (text_track_line l
      JOIN text_track t ON ((t.id = l.text_track_id)))
   WHERE ((fold(l.text) ~~ search_text_track_lines.pattern) AND ((( SELECT current_setting('role'::text) AS current_setting) IS DISTINCT FROM 'reelay_service'::text) OR (t.studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[]))));
END;

CREATE OR REPLACE FUNCTION public.search_work_request_comments(pattern text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT work_request_comment.id
    FROM work_request_comment
   WHERE ((work_request_comment.removed_at IS NULL) AND (fold(work_request_comment.text) ~~ search_work_request_comments.pattern) AND ((( SELECT current_setting('role'::text) AS current_setting) IS DISTINCT FROM 'reelay_service'::text) OR (work_request_comment.studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[]))));
END;

CREATE OR REPLACE FUNCTION public.search_work_requests(pattern text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT work_request.id
    FROM work_request
   WHERE ((work_request.instructions_folded ~~ search_work_requests.pattern) AND ((( SELECT current_setting('role'::text) AS current_setting) IS DISTINCT FROM 'reelay_service'::text) OR (work_request.studio_id = ANY (( SELECT stated_studios() AS stated_studios)::text[]))));
END;

CREATE OR REPLACE FUNCTION public.seconds(timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (floor(EXTRACT(epoch FROM ($1 AT TIME ZONE 'UTC'::text))))::bigint;

CREATE OR REPLACE FUNCTION public.sees_asset(asset text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return exists (select from asset a where a.id = asset);
end $function$;

CREATE OR REPLACE FUNCTION public.sees_file(file_id text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return exists (select from file where id = file_id);
end $function$;

CREATE OR REPLACE FUNCTION public.sees_request(request text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return exists (select from work_request where id = request);
end $function$;

CREATE OR REPLACE FUNCTION public.sees_text_track(track text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return exists (select from translation where text_track_id = track)
    or exists (select from script where text_track_id = track);
end $function$;

CREATE OR REPLACE FUNCTION public.sees_workflow(workflow text, definition jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return exists (select from asset a where a.workflow_id = workflow)
    or exists (
      select from jsonb_path_query(definition, '$."phases".*."groups"[*]."id"') named (id)
        join group_studio gs on gs.group_id = named.id #>> '{}')
    or exists (
      select from jsonb_path_query(definition, '$."phases".*."users"[*]') named (id)
        join membership m on m.person_id = named.id #>> '{}');
end $function$;

CREATE OR REPLACE PROCEDURE public.show_rows(IN relation regclass, IN condition text, IN written text DEFAULT NULL::text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('create policy caller on %s to reelay_service using (%s) with check (%s)',
    relation, condition, coalesce(written, condition));
end $procedure$;

CREATE OR REPLACE PROCEDURE public.show_rows_of_studio(IN relation regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  call show_rows(relation, 'studio_id = any (stated_studios())');
end $procedure$;

CREATE OR REPLACE FUNCTION public.shows_text_track(track text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    select from text_track t
    where t.id = track and (current_setting('role') <> 'reelay_service'
      or t.studio_id = any (stated_studios()) and (
        t.studio_id <> all (stated_vendor_studios())
        or exists (select from script s where s.text_track_id = t.id)
        or exists (
          select from translation tr join work_request w on w.id = tr.work_request_id
          where tr.text_track_id = t.id and (
            w.vendor_id is null or w.owner_id = stated_person()
            or w.vendor_id = any (stated_groups())
              and w.vendor_answer is distinct from 'declined')))))
$function$;

CREATE OR REPLACE FUNCTION public.stamp_vendor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.work_request_id is not null
    and current_setting('reelay.importing', true) is distinct from 'on' then
    new.vendor_id := (select w.vendor_id from work_request w where w.id = new.work_request_id);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.stated_groups()
 RETURNS text[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(NULLIF(current_setting('reelay.groups'::text, true), ''::text), '{}'::text))::text[];

CREATE OR REPLACE FUNCTION public.stated_person()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN NULLIF(current_setting('reelay.person'::text, true), ''::text);

CREATE OR REPLACE FUNCTION public.stated_studios()
 RETURNS text[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(NULLIF(current_setting('reelay.studios'::text, true), ''::text), '{}'::text))::text[];

CREATE OR REPLACE FUNCTION public.stated_vendor_studios()
 RETURNS text[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(NULLIF(current_setting('reelay.vendor_studios'::text, true), ''::text), '{}'::text))::text[];
