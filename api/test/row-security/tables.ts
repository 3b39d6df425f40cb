// What row-level security should show, stated without looking at the policies.
import { sql, type Sql } from '../../src/kernel/db/sql.ts'

/** Callers see every row of these tables. */
export const SHARED: Record<string, string> = {
  asset_type: 'The list of asset types belongs to the installation.',
  territory: 'Territories belong to the installation.',
  object: 'The same bytes of two studios are stored once. A row is a hash and a length.',
  failed_sign_in: 'Counts attempts for hashes of addresses, also before there is a caller.',
}
/** Callers add rows to these tables and never read them. */
export const WRITE_ONLY: Record<string, string> = {
  job: 'A change adds the jobs that follow from it. Workers run them as the system.',
}
/** Callers see no row of these tables. */
export const SYSTEM_ONLY: Record<string, string> = {
  audit_key: 'Signs the audit log of the installation.',
  audit_shipping: 'Where the audit log is sent to.',
  encryption_key: 'Which keys the secrets of the installation need.',
  invitation: 'Read before its person can sign in.',
  mail: 'The outbox contains secrets of everybody.',
  migration: 'The version of the schema.',
  object_key: 'Encrypts the files of all studios.',
  passkey_challenge: 'Created and used while somebody signs in.',
  password_reset: 'Read before its person can sign in.',
  signing_key: 'Signs links for everybody.',
  sso_attempt: 'Created and used while somebody signs in.',
  stream_signal: 'Whether somebody gets a signal is decided by what they see.',
}
/** Views that show rows of other studios. All other views check the rows of their reader. */
export const OPEN_VIEWS: Record<string, string> = {
  person_summary: 'Records show who wrote them, also after that person has left the studio.',
  person_list: 'Lists of people read it together with memberships, which have a policy.',
  person_group: 'Records name people with their groups in the studio of the record.',
  person_studio: 'Whether somebody manages all studios of a person depends on hidden studios.',
}

/** Functions that run as the owner of the tables. */
export const OPEN_FUNCTIONS: Record<string, string> = {
  events_concerning: 'Finds ids with an index that policies bar, in the stated studios.',
  find_memory_keys: 'Finds keys with an index that policies bar, in the stated studios.',
  find_memory_units: 'Finds ids with an index that policies bar, in the stated studios.',
  search_work_requests: 'Searches texts with an index that policies bar, in the stated studios.',
  delete_project_tokens: 'Tokens of other people for a project in the stated studios.',
  shows_text_track: 'Says what the policies of one text track say.',
  lines_of_text_track: 'Returns lines of a text track that policies show to the caller.',
  count_lines_above: 'Counts the lines before one that its caller has read.',
  search_audits: 'Searches texts with an index that policies bar, in the stated studios.',
  search_assets: 'Searches names with an index that policies bar, in the stated studios.',
  search_files: 'Searches names with an index that policies bar, in the stated studios.',
  search_text_track_lines: 'Searches texts with an index that policies bar, in the stated studios.',
  search_offline_comments: 'Searches texts with an index that policies bar, in the stated studios.',
  search_work_request_comments:
    'Searches texts with an index that policies bar, in the stated studios.',
  search_projects: 'Searches names with an index that policies bar, in the stated studios.',
}

/** The record that a row is a part of. */
export const PARENTS: Record<string, { column: string; table: string }> = {
  calendar_feed: { column: 'person_id', table: 'person' },
  download_budget: { column: 'person_id', table: 'person' },
  group_person: { column: 'group_id', table: 'people_group' },
  idempotency: { column: 'person_id', table: 'person' },
  identity: { column: 'provider_id', table: 'identity_provider' },
  identity_domain: { column: 'provider_id', table: 'identity_provider' },
  passkey: { column: 'person_id', table: 'person' },
  remembered_device: { column: 'person_id', table: 'person' },
  token: { column: 'person_id', table: 'person' },
  twofactor: { column: 'person_id', table: 'person' },
}

/** Other ways to the studios of a row, over `t`. */
const STUDIOS: Record<string, string> = {
  studio: 'array[t.id]',
  audit: 't.studios',
  audit_checkpoint: 'array[t.chain]',
  audit_link: 'array[t.chain]',
  person: 'array(select m.studio_id from membership m where m.person_id = t.id)',
  people_group: 'array(select gs.studio_id from group_studio gs where gs.group_id = t.id)',
  workflow: 'array(select a.studio_id from asset a where a.workflow_id = t.id)',
}

/** The studios of a row of the table, over `t`. Only the owner of the tables can evaluate it. */
export function studiosOf(table: string): Sql {
  return sql.raw(studiosText(table))
}

function studiosText(table: string): string {
  if (STUDIOS[table]) return STUDIOS[table]
  const parent = PARENTS[table]
  if (!parent) return 'array[t.studio_id]'
  return `(select ${studiosText(parent.table)}
    from (select t.${parent.column} as parent) child
    join ${parent.table} t on t.id = child.parent)`
}
