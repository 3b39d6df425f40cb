// What belongs to a studio, table by table. A test fails when a table is missing here.

/** Conditions over the rows of a table. `$S` is the id of the studio as a literal. */
const OF_STUDIO = 'studio_id = $S'
const COMMON_RENDITION = 'studio_id = $S and person_id is null and complete'

export const STUDIO_ROWS: Record<string, string> = {
  studio: 'id = $S',
  asset: OF_STUDIO,
  asset_view: OF_STUDIO,
  download: OF_STUDIO,
  // Without those that a job still works on.
  draft_run: `studio_id = $S and status not in ('waiting', 'running')`,
  encode: OF_STUDIO,
  event: OF_STUDIO,
  feedback: OF_STUDIO,
  file: OF_STUDIO,
  group_person: `group_id in (select group_id from group_studio where studio_id = $S)
    and person_id in (select person_id from membership where studio_id = $S)`,
  group_studio: OF_STUDIO,
  line_comment: OF_STUDIO,
  list_view: OF_STUDIO,
  material: OF_STUDIO,
  media: OF_STUDIO,
  media_step: OF_STUDIO,
  membership: OF_STUDIO,
  memory_unit: OF_STUDIO,
  notification: OF_STUDIO,
  offline: OF_STUDIO,
  offline_comment: OF_STUDIO,
  preview: OF_STUDIO,
  project: OF_STUDIO,
  project_term: OF_STUDIO,
  reminder: OF_STUDIO,
  rendition: COMMON_RENDITION,
  rendition_part: `studio_id = $S
    and rendition_id in (select id from rendition where ${COMMON_RENDITION})`,
  request_invitation: OF_STUDIO,
  request_member: OF_STUDIO,
  script: OF_STUDIO,
  share: OF_STUDIO,
  share_file: OF_STUDIO,
  share_recipient: OF_STUDIO,
  studio_word: OF_STUDIO,
  text_track: OF_STUDIO,
  text_track_file: OF_STUDIO,
  text_track_line: OF_STUDIO,
  text_track_line_version: OF_STUDIO,
  text_track_revision: OF_STUDIO,
  trace_code: OF_STUDIO,
  translation: OF_STUDIO,
  work_request: OF_STUDIO,
  work_request_assignment: OF_STUDIO,
  work_request_comment: OF_STUDIO,
  work_request_file: OF_STUDIO,
  work_request_history: OF_STUDIO,
}

/** The history: copied once, unless the log of the target has entries of the studio already. */
export const HISTORY_ROWS: Record<string, string> = {
  audit: '$S = any (studios)',
  audit_link: 'chain = $S',
  audit_checkpoint: 'chain = $S',
}

/**
 * Records of the installation that rows of a studio refer to, and the column by which the target
 * finds its own. Without one, records are the same if their id is.
 */
export const SHARED_ROWS: Record<string, string | undefined> = {
  territory: 'code',
  asset_type: 'slug',
  workflow: undefined,
  people_group: undefined,
  person: 'email',
}

const SIGN_IN = 'The sign-in of the studio has secrets. Set it up again.'
const CREDENTIAL = 'Belongs to the account of a person, who signs in with another one.'
const PASSING = 'Is of no use after a short time.'

/** Tables that are left out, with the reason. */
export const LEFT_OUT: Record<string, string> = {
  audit_key: 'Signs the log of its own installation.',
  audit_shipping: 'Where one installation sends its log.',
  calendar_feed: CREDENTIAL,
  download_budget: PASSING,
  draft_provider: 'Providers of machine drafts have secrets. Set them up again.',
  encryption_key: 'The files are exported without encryption.',
  failed_sign_in: PASSING,
  film_fingerprint: 'Computed again when two films are compared.',
  film_match: 'Computed again when two films are compared.',
  idempotency: PASSING,
  identity: SIGN_IN,
  identity_domain: SIGN_IN,
  identity_provider: SIGN_IN,
  invitation: 'The link of an invitation. Invite people again.',
  job: 'Jobs of the installation. What they would send was not lost, but must not be sent twice.',
  mail: 'The outbox of the installation.',
  migration: 'The version of the schema.',
  object: 'Created from the files.',
  object_key: 'The files are exported without encryption.',
  passkey: CREDENTIAL,
  passkey_challenge: PASSING,
  password_reset: CREDENTIAL,
  presence: PASSING,
  remembered_device: CREDENTIAL,
  review_session: PASSING,
  review_session_member: PASSING,
  scim_group: SIGN_IN,
  scim_token: SIGN_IN,
  scim_user: SIGN_IN,
  share_code: PASSING,
  share_session: PASSING,
  signing_key: 'Signs the links of its own installation.',
  sso_attempt: PASSING,
  sso_session: CREDENTIAL,
  stream_signal: PASSING,
  token: CREDENTIAL,
  twofactor: CREDENTIAL,
  upload: 'The file of a finished upload is included, and an unfinished one starts over.',
  webhook: 'Webhooks have secrets. Create them again.',
  webhook_delivery: 'Webhooks have secrets. Create them again.',
}

/** An entry in the chain of one studio, without what it says about others, as its hash covers it. */
const STUDIO_OF_ITEM = (item: string) => `case jsonb_typeof(${item})
  when 'object' then coalesce(nullif(${item} -> 'studio', 'null'), nullif(${item} -> '_id', 'null'))
  else ${item} end`
const INPUT = `case when cardinality(studios) > 1 and jsonb_typeof(input) = 'object' then
  input || coalesce((
    select jsonb_object_agg(named.name, coalesce((
      select jsonb_agg(item order by number)
      from jsonb_array_elements(input -> named.name) with ordinality items (item, number)
      cross join lateral (select ${STUDIO_OF_ITEM('item')} as of_item) reference
      cross join lateral (select ${STUDIO_OF_ITEM('reference.of_item')} #>> '{}' as studio) owner
      where owner.studio is null or owner.studio = $S or owner.studio <> all (studios)), '[]'))
    from unnest(array['memberships', 'studios']) named (name)
    where jsonb_typeof(input -> named.name) = 'array'), '{}')
  else input end`

/** What is written instead of a column. People get no rights and no password in the target. */
export const REPLACED_COLUMNS: Record<string, Record<string, string>> = {
  audit: { studios: 'array[$S]', input: INPUT },
  // Nothing is announced a second time.
  event: { processed: 'true', pushed: 'true', digested: 'true', sequence: 'null::bigint' },
  notification: { sent: 'true', due_at: 'null::timestamptz', mail_id: 'null::text' },
  person: {
    password_hash: 'null::text',
    roles: `'{}'::text[]`,
    permissions: `'{}'::text[]`,
    queue: `'[]'::jsonb`,
    order_queue: `'[]'::jsonb`,
    share_queue: `'[]'::jsonb`,
    unsubscribe_code: 'id',
  },
}

/** Columns that the target numbers itself. */
export const OWN_NUMBERS: Record<string, readonly string[]> = {
  person: ['unsubscribe_code'],
  work_request_history: ['id'],
}

export const STUDIO_OBJECTS = `
  select sha256 as key, length from file where sha256 is not null and ${STUDIO_ROWS.file!}
  union select key, length from rendition_part where ${STUDIO_ROWS.rendition_part!}`

/** Ids are 24 hexadecimal digits, so that they can be part of a statement. */
export function forStudio(statement: string, studio: string): string {
  if (!/^[0-9a-f]{24}$/.test(studio)) throw new Error(`${studio} is not an id`)
  return statement.replaceAll('$S', `'${studio}'`)
}
